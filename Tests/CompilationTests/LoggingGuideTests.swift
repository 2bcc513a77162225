import RatchetTesting

@Suite("The guide to logging")
struct LoggingGuideTests {
  static let snippets =
    (try? Snippet.all(
      in: GuideTests.text("Docs/Logging.md"), of: "Logging.md"))

  @Test("shows code that compiles, or does not for the stated reason", arguments: snippets ?? [])
  func compiles(_ snippet: Snippet) async throws {
    let verdict = try await snippet.verdict(by: Compiler.running.get(), among: [])
    #expect(verdict.problems.isEmpty, "\(snippet.place)\n\(verdict)")
  }

  @Test("lists its sections in their order")
  func contents() throws {
    let guide = try Guide(GuideTests.text("Docs/Logging.md"))
    #expect(guide.sections.first?.title == "Contents")
    #expect(guide.contents == guide.sections.dropFirst().map(\.link))
  }

  @Test("has right and wrong code")
  func blocks() throws {
    let snippets = try #require(Self.snippets)
    #expect(snippets.filter { $0.kind == .rejected }.count == 1)
    #expect(snippets.count > 5)
  }
}
