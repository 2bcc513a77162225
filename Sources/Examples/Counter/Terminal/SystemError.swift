#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A call to the system that failed, with the `errno` it left.
struct SystemError: Error, Equatable {
  let code: Int32
  /// What was being done, after "cannot".
  var attempt = "write the output"

  /// The exit status after an output that cannot be written, `EX_IOERR` in `sysexits.h`.
  static let status: Int32 = 74

  /// Whether the reader of a pipe has gone away, which is no reason to complain.
  var isBrokenPipe: Bool { code == EPIPE }

  /// Whether the terminal has gone away.
  var isHangUp: Bool { code == EIO }

  var message: String {
    "cannot \(attempt): \(unsafe String(cString: strerror(code)))"
  }
}
