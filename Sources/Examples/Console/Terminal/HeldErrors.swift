/// Keeps what is written to standard error while the screen is ours, and shows it afterwards.
///
/// Without it the text of a trap would tear the screen, and be gone with the alternate one.
package struct HeldErrors: Sendable {
  private let original: Int32
  private let file: Int32

  /// Begins to hold; nil if standard error does not go to a terminal, or nothing can be held.
  package init?() {
    guard isatty(STDERR_FILENO) == 1, let stream = unsafe tmpfile() else { return nil }
    file = unsafe fileno(stream)
    original = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
    guard original >= 0 else { return nil }
    hold()
  }

  package func hold() {
    _ = dup2(file, STDERR_FILENO)
  }

  /// Ends holding and writes what was held; async-signal-safe.
  package func release() {
    _ = dup2(original, STDERR_FILENO)
    _ = lseek(file, 0, SEEK_SET)
    unsafe withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 1) { buffer in
      while true {
        let count = unsafe read(file, buffer.baseAddress, buffer.count)
        guard count > 0 else { break }
        _ = unsafe writeAll(UnsafeRawBufferPointer(rebasing: buffer[..<count]), to: original)
      }
    }
    _ = ftruncate(file, 0)
    _ = lseek(file, 0, SEEK_SET)
  }
}
