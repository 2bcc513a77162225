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
  func write(_ text: String) throws(SystemError) {
    var text = text
    let code = text.withUTF8 { bytes in
      unsafe writeAll(UnsafeRawBufferPointer(bytes), to: descriptor)
    }
    guard code == 0 else { throw SystemError(code: code) }
  }
}
