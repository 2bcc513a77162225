import Foundation
import RatchetTesting

@Suite("The documentation")
struct DocumentationTests {
  @Test("has examples that are compiled, word for word, in this folder")
  func examples() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let sources = folder.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Sources")
    let compiled = try swiftFiles(in: folder).map { Self.trimmed(try text(of: $0)) }
    var count = 0
    for file in try swiftFiles(in: sources) where !file.path().contains("/Examples/") {
      for example in Self.examples(in: try text(of: file)) {
        count += 1
        #expect(
          compiled.contains { $0.contains(example) },
          "An example in \(file.lastPathComponent) is not in \(folder.lastPathComponent).")
      }
    }
    #expect(count > 15)
  }

  private func swiftFiles(in folder: URL) throws -> [URL] {
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
  }

  private func text(of file: URL) throws -> String {
    try String(contentsOf: file, encoding: .utf8)
  }

  /// The Swift examples in a file's documentation comments, without indentation.
  private static func examples(in text: String) -> [String] {
    var examples: [String] = []
    var lines: [String]?
    for line in trimmed(text).split(separator: "\n") where line.hasPrefix("///") {
      let content = line.dropFirst(3).trimmingCharacters(in: .whitespaces)
      if content == "```swift" {
        lines = []
      } else if content == "```" {
        if let lines { examples.append(lines.joined(separator: "\n")) }
        lines = nil
      } else if !content.isEmpty {
        lines?.append(content)
      }
    }
    return examples
  }

  private static func trimmed(_ text: String) -> String {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }.joined(separator: "\n")
  }
}
