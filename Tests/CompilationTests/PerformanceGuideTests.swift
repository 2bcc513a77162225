import RatchetTesting

@Suite("The guide to performance")
struct PerformanceGuideTests {
  static let snippets =
    (try? Snippet.all(
      in: GuideTests.text("Docs/Performance.md"), of: "Performance.md"))

  @Test("shows code that compiles", arguments: snippets ?? [])
  func compiles(_ snippet: Snippet) async throws {
    let verdict = try await snippet.verdict(by: Compiler.running.get(), among: [])
    #expect(verdict.problems.isEmpty, "\(snippet.place)\n\(verdict)")
  }

  @Test("lists its sections in their order")
  func contents() throws {
    let guide = try Guide(GuideTests.text("Docs/Performance.md"))
    #expect(guide.sections.first?.title == "Contents")
    #expect(guide.contents == guide.sections.dropFirst().map(\.link))
  }

  @Test("names rows that the benchmarks have")
  func rows() throws {
    let files = [
      "Store", "Composition", "Opaque", "Row", "Effect", "Stream", "CasePath", "TestStore",
      "Observation", "Field", "Lifetime", "Memory",
    ]
    let sources = try files.map { try GuideTests.text("Tests/Benchmarks/\($0)Benchmarks.swift") }
      .joined()
    let guide = try Guide(GuideTests.text("Docs/Performance.md"))
    let table = try #require(guide.sections.first { $0.title == "Compared with other libraries" })
    let ids = table.text.matches(of: /\n\| `([^`]+)` \|/).map(\.1)
    #expect(ids.count > 30)
    for id in ids { #expect(sources.contains("\"\(id)\""), "\(id)") }
  }

  @Test("has code in each section that gives rules for it")
  func blocks() throws {
    #expect(try #require(Self.snippets).count == 6)
  }
}
