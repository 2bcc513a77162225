import Foundation

/// A folder for one test, which is removed with all that is in it.
package final class Folder: Sendable {
  package let path: String

  package init() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("examples-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    path = folder.path
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The names of all that is in it.
  package var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
  }

  package func path(_ name: String) -> String {
    path + "/" + name
  }

  package func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path(name)))
  }

  package func text(of name: String) throws -> String {
    // Not `Data(contentsOf:)`, which leaks 4 kB if the file is empty.
    let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path(name)))
    return String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
  }
}
