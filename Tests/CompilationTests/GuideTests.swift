import Foundation
import RatchetTesting

@Suite("The guides")
struct GuideTests {
  static let documents = [
    "Concurrency", "ConcurrencyErrors", "MigratingToSwift6", "CallbacksAndPublishers", "Logging",
    "Performance", "Composition",
  ].map { "\($0).md" }

  static let snippets =
    (try? documents.map { try Snippet.all(in: text("Docs/Ratchet.docc/\($0)"), of: $0) }) ?? []

  /// Modules of other vendors, as far as the guides use them.
  static let imitations = try? Snippet.all(
    in: "```swift\n\(text("Tests/CompilationTests/Imitations/Combine.swift"))```\n",
    of: "Combine.swift")

  @Test(
    "show code that compiles, or does not for the stated reason",
    arguments: snippets.flatMap(\.self))
  func compiles(_ snippet: Snippet) async throws {
    let others = Self.snippets.flatMap(\.self) + (Self.imitations ?? [])
    let verdict = try await snippet.verdict(by: Compiler.running.get(), among: others)
    #expect(verdict.problems.isEmpty, "\(snippet.place)\n\(verdict)")
  }

  @Test("hide none of their code from this suite, and two of them show wrong code")
  func blocks() throws {
    #expect(Self.snippets.count == Self.documents.count)
    for (document, snippets) in zip(Self.documents, Self.snippets) {
      let text = try Self.text("Docs/Ratchet.docc/\(document)")
      #expect(snippets.count == text.components(separatedBy: "```swift").count - 1)
      #expect(snippets.contains { $0.kind == .accepted })
    }
    #expect(Self.snippets.map(\.count) == [9, 17, 13, 7, 8, 3, 8])
    let wrong = zip(Self.documents, Self.snippets)
      .filter { $0.1.contains { $0.kind == .rejected } }.map(\.0)
    #expect(wrong == ["ConcurrencyErrors.md", "Logging.md"])
    #expect(Self.imitations?.map(\.module) == ["Combine"])
  }

  @Test("of errors indexes every message that its code states, with a section that shows it")
  func index() throws {
    let guide = try Guide(Self.text("Docs/Ratchet.docc/ConcurrencyErrors.md"))
    for diagnostic in guide.sections.flatMap(\.diagnostics) {
      #expect(guide.index.contains { $0.matches(diagnostic) }, "Not indexed: \(diagnostic)")
    }
    for entry in guide.index {
      let section = guide.sections.first { $0.link == entry.link }
      #expect(section?.diagnostics.contains(where: entry.matches) == true, "\(entry)")
    }
    #expect(guide.index.count > 10)
  }

  @Test("of concurrency shows the order of steps by functions that are run")
  func order() throws {
    let run = try Self.text("Tests/CompilationTests/OrderTests.swift")
    let shown = Self.snippets.flatMap(\.self).filter {
      $0.source.text.contains("@MainActor func") && $0.source.text.contains("-> [String] {")
    }
    #expect(shown.count == 5)
    for snippet in shown {
      #expect(run.contains(snippet.source.text.replacing("import Ratchet\n\n", with: "")))
    }
  }

  @Test("of what others take names rows that the benchmarks have")
  func rows() throws {
    let files = [
      "Store", "Composition", "Opaque", "Row", "Effect", "Stream", "CasePath", "TestStore",
      "Observation", "Field", "Lifetime", "Memory",
    ]
    let sources = try files.map { try Self.text("Tests/Benchmarks/\($0)Benchmarks.swift") }
      .joined()
    let guide = try Guide(Self.text("Docs/Ratchet.docc/Comparison.md"))
    let table = try #require(guide.sections.first { $0.title == "What it costs" })
    let ids = table.text.matches(of: /\n\| `([^`]+)`/).map(\.1)
    #expect(ids.count > 30)
    for id in ids { #expect(sources.contains("\"\(id)\""), "\(id)") }
  }

  @Test(
    "begin with the README, whose code compiles in a user's module as it stands",
    arguments: [[], ["-enable-upcoming-feature", "NonisolatedNonsendingByDefault"]])
  func readme(flags: [String]) async throws {
    let blocks = Snippet.all(in: try Self.text("README.md"), of: "README.md")
      .map(\.source.text).filter { $0.hasPrefix("import Ratchet") }
    #expect(blocks.count == 2)
    let text = blocks.joined(separator: "\n").replacing("@testable import App\n", with: "")
    let folder = try SourceFolder()
    let verdict = try await Source(text: text, flags: flags).verdict(
      .accepted, in: folder.write(text, to: "Readme.swift"), by: Compiler.running.get())
    #expect(verdict.problems.isEmpty, "\(verdict)")
  }

  /// The text of a file of this package.
  static func text(_ path: String) throws -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }
}
