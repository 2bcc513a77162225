#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A file, pipe or terminal to write text to.
struct Output: Sendable {
  let descriptor: Int32

  static let standard = Output(descriptor: STDOUT_FILENO)
  static let error = Output(descriptor: STDERR_FILENO)

  /// Writes the text whole, in one `write` where the system takes it at once.
  func write(_ text: String) throws(WriteError) {
    var text = text
    let code = text.withUTF8 { bytes in
      unsafe writeAll(UnsafeRawBufferPointer(bytes), to: descriptor)
    }
    guard code == 0 else { throw WriteError(code: code) }
  }
}

/// A write that failed, with the `errno` it left.
struct WriteError: Error, Equatable {
  let code: Int32

  /// The exit status after an output that cannot be written, `EX_IOERR` in `sysexits.h`.
  static let status: Int32 = 74

  /// Whether the reader of a pipe has gone away, which is no reason to complain.
  var isBrokenPipe: Bool { code == EPIPE }

  /// Whether the terminal has gone away.
  var isHangUp: Bool { code == EIO }

  var message: String {
    "cannot write the output: \(unsafe String(cString: strerror(code)))"
  }
}
