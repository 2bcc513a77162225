import RatchetTesting

@Suite("The snippets of a document")
struct SnippetTests {
  @Test("are its blocks of Swift, each with its place")
  func blocks() {
    let document = """
      Text.

      ```swift
      let one = 1

      let two = 2
      ```

      ```sh
      swift test
      ```

      ```swift
      ```
      """
    let snippets = Snippet.all(in: document, of: "Guide.md")
    #expect(snippets.map(\.place) == ["Guide.md:4", "Guide.md:14"])
    #expect(snippets.map(\.source.text) == ["let one = 1\n\nlet two = 2\n", ""])
  }

  @Test("are compiled once for each line of options")
  func options() {
    let text = "// flags:\n// flags: -swift-version 5\nlet one = 1\n// flags: late\n"
    let snippets = Snippet.all(in: "```swift\n\(text)```\n", of: "Guide.md")
    #expect(snippets.map(\.source.text) == [text, text])
    #expect(snippets.map(\.source.flags) == [[], ["-swift-version", "5"]])
  }

  @Test("must compile unless they state an error")
  func kinds() {
    #expect(snippet("let one = 1").kind == .accepted)
    #expect(snippet("let one = two  // warning: two").kind == .accepted)
    #expect(snippet("let one = two  // error: two").kind == .rejected)
  }

  @Test("see the modules that stand among them")
  func modules() async throws {
    let numbers = snippet("// module: Numbers\n// flags: -swift-version 5\npublic let one = 1")
    let use = snippet("import Numbers\nlet two = one + one")
    let compiler = try Compiler.running.get()
    #expect(try await use.verdict(by: compiler, among: [numbers, use]).problems == [])
    #expect(
      try await use.verdict(by: compiler, among: [use]).problems == [
        "It does not compile, although it must.",
        "Not expected: line 1: error: no such module 'Numbers'",
      ])
  }

  @Test("fail with a module among them that does not compile")
  func brokenModule() async throws {
    let numbers = snippet("// module: Numbers\npublic let one = two")
    let use = snippet("import Numbers")
    let verdict = try await use.verdict(by: Compiler.running.get(), among: [numbers])
    #expect(verdict.problems == ["It does not compile, although it must."])
    #expect(verdict.output.contains("cannot find 'two' in scope"))
  }

  private func snippet(_ text: String) -> Snippet {
    Snippet(place: "Guide.md:1", source: Source.all(of: text)[0])
  }
}
