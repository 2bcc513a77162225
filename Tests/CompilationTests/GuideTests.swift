import Foundation
import RatchetTesting
import TestSupport

@Suite("The guides")
struct GuideTests {
  /// Those whose blocks of code are modules of their own; the others are each a `Page`.
  static let documents = [
    "ConcurrencyErrors", "MigratingToSwift6", "CallbacksAndPublishers", "Logging", "Performance",
    "Composition",
  ].map { "\($0).md" }

  static let snippets =
    (try? documents.map { try Snippet.all(in: Repository.text("Docs/Ratchet.docc/\($0)"), of: $0) })
    ?? []

  @Test(
    "show code that compiles, or does not for the stated reason", .enabled(if: Deep.isFull),
    arguments: snippets.flatMap(\.self).filter { $0.integration == nil })
  func compiles(_ snippet: Snippet) async throws {
    let others = Self.snippets.flatMap(\.self)
    let verdict = try await snippet.verdict(by: Compiler.running.get(), among: others)
    #expect(verdict.problems.isEmpty, "\(snippet.place)\n\(verdict)")
  }

  @Test("hide none of their code from this suite, and two of them show wrong code")
  func blocks() throws {
    #expect(Self.snippets.count == Self.documents.count)
    for (document, snippets) in zip(Self.documents, Self.snippets) {
      let text = try Repository.text("Docs/Ratchet.docc/\(document)")
      #expect(snippets.count == text.components(separatedBy: "```swift").count - 1)
      #expect(snippets.contains { $0.kind == .accepted })
    }
    #expect(Self.snippets.map(\.count) == [21, 13, 7, 10, 3, 9])
    let wrong = zip(Self.documents, Self.snippets)
      .filter { $0.1.contains { $0.kind == .rejected } }.map(\.0)
    #expect(wrong == ["ConcurrencyErrors.md", "Logging.md"])
  }

  @Test("show code for other packages as it is in Tests/Integrations, which compiles it")
  func integrations() throws {
    let snippets = try Repository.pages().flatMap { page in
      try Snippet.all(in: Repository.text(page), of: page)
    }
    let parts = snippets.filter { $0.integration != nil }
    #expect(parts.count > 10)
    for snippet in parts {
      let file = try Repository.text(snippet.integration ?? "")
      #expect(snippet.isStored(of: file), "\(snippet.place)")
    }
  }

  @Test("of errors indexes every message that its code states, with a section that shows it")
  func index() throws {
    let guide = try Guide(Repository.text("Docs/Ratchet.docc/ConcurrencyErrors.md"))
    for diagnostic in guide.sections.flatMap(\.diagnostics) {
      #expect(guide.index.contains { $0.matches(diagnostic) }, "Not indexed: \(diagnostic)")
    }
    for entry in guide.index {
      let section = guide.sections.first { $0.link == entry.link }
      #expect(section?.diagnostics.contains(where: entry.matches) == true, "\(entry)")
    }
    #expect(guide.index.count > 10)
  }

  @Test(
    "show features that compile in silence, and tests that pass", .enabled(if: Deep.isFull))
  func pages() async throws {
    let compiler = try Compiler.running.get()
    let folder = try SourceFolder()
    let main = """
      import Testing
      @main struct Main {
        static func main() async { await Testing.__swiftPMEntryPoint() as Never }
      }
      """
    var modules = [("Main", Source(text: main, flags: []))]
    modules += try Page.all().map { ("\($0.name)Page", try $0.source) }
    modules += (Self.snippets.last ?? []).filter { $0.source.text.contains("@Test") }
      .map { ("Composition", $0.source) }
    #expect(modules.count > 29)
    try await withThrowingTaskGroup { group in
      for (name, source) in modules {
        group.addTask { try await compiler.emitObject(name, in: folder, from: source) }
      }
      for try await output in group { #expect(output == Job.Output(text: "", status: 0)) }
    }
    let run = try await compiler.link(folder).output()
    #expect(run.status == 0, "\(run.text)")
    #expect(run.text.contains(/Test run with 1\d\d tests/))
  }

  @Test(
    "for those who come from elsewhere name only code that is compiled, right of what they know",
    arguments: ["ComingFromTCA", "ComingFromElmMobiusReSwift", "ForAssistants"])
  func tables(_ name: String) throws {
    let path = "Docs/Ratchet.docc/\(name).md"
    let compiled = try Page(path: path).source.text
    let rows = try Repository.text(path).split(separator: "\n").filter { $0.hasPrefix("| ") }
    #expect(rows.count > 10)
    let codes = rows.flatMap { row in
      row.split(separator: "|").last?.matches(of: /`([^`]+)`/).map(\.1) ?? []
    }
    #expect(codes.filter { !compiled.contains($0) } == [])
  }

  @Test("have no block of code that no tool looks at", arguments: try Repository.pages())
  func marks(_ path: String) throws {
    let fences = try Repository.text(path).split(separator: "\n").filter { $0.hasPrefix("```") }
    for (index, fence) in fences.enumerated() where index.isMultiple(of: 2) {
      #expect(["```swift", "```sh", "```text", "```json"].contains(fence))
    }
  }

  @Test(
    "begin with programs that compile in a user's module as they stand", .enabled(if: Deep.isFull),
    arguments: ["README.md", "Docs/Ratchet.docc/GettingStarted.md"],
    [[], ["-enable-upcoming-feature", "NonisolatedNonsendingByDefault"], onTheMainActor])
  func firstPrograms(_ path: String, flags: [String]) async throws {
    let blocks = Snippet.all(in: try Repository.text(path), of: path)
      .map(\.source.text).filter { $0.hasPrefix("import Ratchet") }
    #expect(blocks.count == 2)
    let text = blocks.joined(separator: "\n").replacing("@testable import App\n", with: "")
    try await expectToCompile(Source(text: text, flags: flags))
  }

  @Test(
    "show code for modules isolated to the main actor, too, once members of extensions say so",
    .enabled(if: Deep.isFull), arguments: ["CheatSheet", "ForAssistants"])
  func isolated(_ name: String) async throws {
    let page = try Page(path: "Docs/Ratchet.docc/\(name).md").source.text
    let text = page.replacing(/(?m)(^extension SharedKey.*\n +)static var/) {
      "\($0.1)nonisolated static var"
    }
    #expect(text != page)
    try await expectToCompile(Source(text: text, flags: Self.onTheMainActor))
  }

  private static let onTheMainActor = ["-default-isolation", "MainActor"]

  private func expectToCompile(_ source: Source) async throws {
    let folder = try SourceFolder()
    let verdict = try await source.verdict(
      .accepted, in: folder.write(source.text, to: "Guide.swift"), by: Compiler.running.get())
    #expect(verdict.problems.isEmpty, "\(verdict)")
  }
}
