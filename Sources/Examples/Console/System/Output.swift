/// A file, pipe or terminal to write text to.
package struct Output: Sendable {
  package let descriptor: Int32

  package static let standard = Output(descriptor: STDOUT_FILENO)
  package static let error = Output(descriptor: STDERR_FILENO)

  package init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Writes the text whole, in one `write` where the system takes it at once.
  package func write(_ text: String) throws(SystemError) {
    var text = text
    let code = text.withUTF8 { bytes in
      unsafe writeAll(UnsafeRawBufferPointer(bytes), to: descriptor)
    }
    guard code == 0 else { throw SystemError(code: code) }
  }
}
