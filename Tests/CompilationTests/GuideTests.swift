import Foundation
import RatchetTesting

@Suite("The guide to concurrency")
struct GuideTests {
  static let snippets = (try? Snippet.all(in: text("Docs/Concurrency.md"), of: "Concurrency.md"))

  @Test("shows code that compiles, or does not for the stated reason", arguments: snippets ?? [])
  func compiles(_ snippet: Snippet) async throws {
    let verdict = try await snippet.verdict(
      by: Compiler.running.get(), among: Self.snippets ?? [])
    #expect(verdict.problems.isEmpty, "\(snippet.place)\n\(verdict)")
  }

  @Test("has right and wrong code, of which none is hidden from this suite")
  func blocks() throws {
    let text = try Self.text("Docs/Concurrency.md")
    let snippets = try #require(Self.snippets)
    #expect(snippets.count == text.components(separatedBy: "```swift").count - 1)
    #expect(snippets.contains { $0.kind == .rejected })
    #expect(snippets.contains { $0.kind == .accepted })
  }

  @Test("shows the order of steps by functions that are run")
  func order() throws {
    let run = try Self.text("Tests/CompilationTests/OrderTests.swift")
    let shown = try #require(Self.snippets).filter { $0.source.text.contains("-> [String]") }
    #expect(shown.count == 3)
    for snippet in shown {
      #expect(run.contains(snippet.source.text.replacing("import Ratchet\n\n", with: "")))
    }
  }

  /// The text of a file of this package.
  static func text(_ path: String) throws -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }
}
