import Foundation
import Testing

/// A block of Swift in a Markdown document, which must compile unless it states an error.
///
/// A block that begins with `// module: Contacts` can be imported by the others of its document.
/// One that begins with the path of a file in `Tests/Integrations` is a part of that file, and is
/// compiled there, with the packages that it needs.
struct Snippet: Sendable, CustomTestStringConvertible {
  /// The name of the document, and the line on which the block begins.
  let place: String
  let source: Source

  var testDescription: String { place }

  /// The module that the block stands for, if it stands for one.
  var module: String? { Source.instructions("module", in: source.text).first }

  /// The file in `Tests/Integrations` that the block is a part of, if it says so.
  var integration: String? {
    let line = source.text.prefix { $0 != "\n" }
    return line.hasPrefix("// Tests/Integrations/") ? String(line.dropFirst(3)) : nil
  }

  /// Whether the block is a part of a file, apart from indentation and the access level `package`.
  func isStored(of file: String) -> Bool {
    func lines(_ text: some StringProtocol) -> String {
      text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        .joined(separator: "\n").replacing("package ", with: "")
    }
    return lines(file).contains(lines(source.text.drop { $0 != "\n" }))
  }

  /// An error that a block states makes it one that must not compile.
  var kind: Verdict.Kind {
    source.expected.contains { $0.level == .error } ? .rejected : .accepted
  }

  /// The blocks of a document, in order.
  static func all(in text: String, of document: String) -> [Snippet] {
    var snippets: [Snippet] = []
    var block: [Substring]?
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      if let code = block, line == "```" {
        let place = "\(document):\(index + 1 - code.count)"
        let sources = Source.all(of: code.map { $0 + "\n" }.joined())
        snippets += sources.map { Snippet(place: place, source: $0) }
        block = nil
      } else if line == "```swift" {
        block = []
      } else {
        block?.append(line)
      }
    }
    return snippets
  }

  /// Compiles the block, after the modules among the other blocks that it imports.
  func verdict(by compiler: Compiler, among others: [Snippet]) async throws -> Verdict {
    let folder = try SourceFolder()
    for other in others {
      guard let name = other.module, source.text.contains("import \(name)") else { continue }
      let file = try folder.write(other.source.text, to: "\(name).swift")
      let output = try await compiler.emitModule(
        name, into: folder.url, from: file, flags: other.source.flags)
      guard output.status == 0 else {
        return Verdict(.accepted, expected: [], reported: [], output: output)
      }
    }
    let file = try folder.write(source.text, to: "Snippet.swift")
    return try await source.verdict(kind, in: file, by: compiler, imports: [folder.url])
  }
}
