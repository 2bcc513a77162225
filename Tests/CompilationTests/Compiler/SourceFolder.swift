import Foundation

/// A folder for sources that a test writes, and what is made of them; gone with the last reference
/// to it.
final class SourceFolder: Sendable {
  let url = FileManager.default.temporaryDirectory
    .appending(path: "ratchet-compilation-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  /// Writes a source file and returns where it is.
  func write(_ text: String, to name: String) throws -> URL {
    let file = url.appending(path: name)
    try text.write(to: file, atomically: true, encoding: .utf8)
    return file
  }
}
