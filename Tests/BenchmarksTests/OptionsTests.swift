import Testing

@testable import benchmarks

@Suite("The options of the benchmarks")
struct OptionsTests {
  @Test("are none by default")
  func defaults() throws {
    #expect(try Options.parse([]) == .run(Options()))
  }

  @Test("may stand before and after filters")
  func all() throws {
    let expected = Options(
      filters: [Filter(pattern: "a"), Filter(pattern: "c-*")], isJSON: true,
      baseline: "before.jsonl")
    #expect(
      try Options.parse(["a", "--json", "--baseline", "before.jsonl", "c-*"]) == .run(expected))
    #expect(try Options.parse(["--baseline=before.jsonl", "a", "c-*", "--json"]) == .run(expected))
  }

  @Test("ask for help", arguments: ["--help", "-h"])
  func help(_ option: String) throws {
    #expect(try Options.parse(["a", option]) == .help)
  }

  @MainActor @Test("are explained in the help, with every row")
  func helpText() {
    let catalog = Catalog()
    let text = Options.help(catalog)
    for option in ["FILTER", "--json", "--baseline FILE", "--help"] {
      #expect(text.contains("  \(option) "))
    }
    for id in catalog.ids { #expect(text.contains("\n  \(id) ")) }
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 100 })
  }

  @Test(
    "that are wrong are named",
    arguments: [
      (["--jsn"], "unknown option '--jsn'; see --help"),
      (["-j"], "unknown option '-j'; see --help"),
      (["--baseline"], "option '--baseline' needs a file, as in --baseline before.jsonl"),
      (["--baseline="], "option '--baseline' needs a file, as in --baseline before.jsonl"),
      (["--baseline", "x", "--baseline", "y"], "option '--baseline' is given twice"),
    ])
  func mistakes(_ arguments: [String], _ text: String) {
    #expect(throws: RunError.usage(text)) { try Options.parse(arguments) }
  }
}
