/// A call to the system that failed, with the `errno` it left.
package struct SystemError: Error, Equatable {
  package let code: Int32
  /// What was being done, after "cannot".
  package var attempt: String

  /// The exit status after an output that cannot be written, `EX_IOERR` in `sysexits.h`.
  package static let status: Int32 = 74

  package init(code: Int32, attempt: String = "write the output") {
    self.code = code
    self.attempt = attempt
  }

  /// Whether the reader of a pipe has gone away, which is no reason to complain.
  package var isBrokenPipe: Bool { code == EPIPE }

  /// Whether the terminal has gone away.
  package var isHangUp: Bool { code == EIO }

  package var message: String {
    "cannot \(attempt): \(unsafe String(cString: strerror(code)))"
  }
}
