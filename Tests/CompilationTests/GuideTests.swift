import Foundation
import RatchetTesting

@Suite("The guide to concurrency")
struct GuideTests {
  static let snippets = (try? Snippet.all(in: text("Docs/Concurrency.md"), of: "Concurrency.md"))

  /// Modules of other vendors, as far as the guide uses them.
  static let imitations = try? Snippet.all(
    in: "```swift\n\(text("Tests/CompilationTests/Imitations/Combine.swift"))```\n",
    of: "Combine.swift")

  @Test("shows code that compiles, or does not for the stated reason", arguments: snippets ?? [])
  func compiles(_ snippet: Snippet) async throws {
    let verdict = try await snippet.verdict(
      by: Compiler.running.get(), among: (Self.snippets ?? []) + (Self.imitations ?? []))
    #expect(verdict.problems.isEmpty, "\(snippet.place)\n\(verdict)")
  }

  @Test("has right and wrong code, of which none is hidden from this suite")
  func blocks() throws {
    let text = try Self.text("Docs/Concurrency.md")
    let snippets = try #require(Self.snippets)
    #expect(snippets.count == text.components(separatedBy: "```swift").count - 1)
    #expect(snippets.contains { $0.kind == .rejected })
    #expect(snippets.contains { $0.kind == .accepted })
    #expect(Self.imitations?.map(\.module) == ["Combine"])
  }

  @Test("lists its sections in their order")
  func contents() throws {
    let guide = try Guide(Self.text("Docs/Concurrency.md"))
    #expect(guide.sections.first?.title == "Contents")
    #expect(guide.contents == guide.sections.dropFirst().map(\.link))
  }

  @Test("indexes every message that its code states, with a section that shows it")
  func index() throws {
    let guide = try Guide(Self.text("Docs/Concurrency.md"))
    for diagnostic in guide.sections.flatMap(\.diagnostics) {
      #expect(guide.index.contains { $0.matches(diagnostic) }, "Not indexed: \(diagnostic)")
    }
    for entry in guide.index {
      let section = guide.sections.first { $0.link == entry.link }
      #expect(section?.diagnostics.contains(where: entry.matches) == true, "\(entry)")
    }
    #expect(guide.index.count > 10)
  }

  @Test("shows the order of steps by functions that are run")
  func order() throws {
    let run = try Self.text("Tests/CompilationTests/OrderTests.swift")
    let shown = try #require(Self.snippets).filter { $0.source.text.contains("-> [String]") }
    #expect(shown.count == 5)
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
