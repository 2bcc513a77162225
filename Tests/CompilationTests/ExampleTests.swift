import Foundation
import RatchetTesting
import TestSupport

/// Compiles the examples in the documentation comments of the libraries.
///
/// A source in the folder of examples has what they need; in it, `// Example: Scope.swift 2` stands
/// for the second one of that file, so that each is written once.
@Suite("The examples of the documentation")
struct ExampleTests {
  static let sources = (try? Repository.files(below: "Tests/CompilationTests/Examples")) ?? []

  @Test("compile", .enabled(if: Deep.isFull), arguments: sources)
  func compile(_ path: String) async throws {
    let text = try Self.text(of: path)
    let folder = try SourceFolder()
    let verdict = try await Source(text: text, flags: []).verdict(
      .accepted, in: folder.write(text, to: "Example.swift"), by: Compiler.running.get())
    withExtendedLifetime(folder) {}
    #expect(verdict.problems.isEmpty, "\(verdict)")
  }

  @Test("are all compiled")
  func all() throws {
    let compiled = try Self.sources.map { Self.trimmed(try Self.text(of: $0)) }
    for (name, example) in Self.examples {
      #expect(compiled.contains { $0.contains(Self.trimmed(example)) }, "\(name)")
    }
    #expect(Self.examples.count > 100)
  }

  /// The text of a source, with the examples that it asks for.
  private static func text(of path: String) throws -> String {
    try Repository.text(path).split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guard let match = line.wholeMatch(of: /\s*\/\/ Example: (.+)/) else { return String(line) }
      return try #require(examples[String(match.1)], "There is no example \(match.1).")
    }.joined(separator: "\n")
  }

  /// The Swift examples of all documentation comments, by their file and number.
  private static let examples = (try? readExamples()) ?? [:]

  private static func readExamples() throws -> [String: String] {
    var examples: [String: String] = [:]
    for path in try Repository.files(below: "Sources", endingIn: ".swift")
    where !path.contains("/Examples/") {
      let comments = try Repository.text(path).split(separator: "\n")
        .map { $0.trimmingCharacters(in: .whitespaces) }.filter { $0.hasPrefix("///") }
        .map { $0.dropFirst(3) }.joined(separator: "\n")
      let blocks = comments.matches(of: /(?s) ```swift\n(.*?)\n ```/)
      for (index, block) in blocks.enumerated() {
        examples["\(URL(filePath: path).lastPathComponent) \(index + 1)"] = String(block.1)
      }
    }
    return examples
  }

  private static func trimmed(_ text: String) -> String {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }.joined(separator: "\n")
  }
}
