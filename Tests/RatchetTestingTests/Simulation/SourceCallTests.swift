import RatchetTesting

@Suite("The source of a call")
struct SourceCallTests {
  @Test("is not confused by texts, comments and brackets in them")
  func texts() throws {
    let call = try #require(
      parsed(
        #"simulate(App("), (\(f(")")), \")"), // a comment )"#,
        ##"from: #"\"#, /* ( /* , */ */ runs: 1)"##))
    #expect(
      call.arguments.map(\.text) == [
        #"App("), (\(f(")")), \")")"#, ##"#"\"#"##, "1",
      ])
    #expect(call.arguments.map(\.label) == [nil, "from", "runs"])
  }

  @Test("lists the calls of a method of the closure's parameter")
  func statements() throws {
    let call = try #require(
      parsed(
        "simulate(App(), from: 0) { [x] world in",
        "  world.send { _, _ in world.always(\"no\") { _ in false } }",
        "  // world.always(\"not this one\")", "  world.always(\"yes\") { $0 < 3 }",
        "  world.always(\"both\", isBoth)", "}"))
    let calls = try #require(call.closure).calls(of: "always", on: "world")
    #expect(calls.map { $0.arguments.map(\.text) } == [["\"yes\""], ["\"both\"", "isBoth"]])
    #expect(calls.map(\.block) == [" $0 < 3 ", nil])
  }

  @Test("is not found where another text stands, or where it is cut off")
  func absent() {
    #expect(parsed("describe(App())") == nil)
    #expect(parsed("simulate(App()") == nil)
    #expect(parsed("simulate") == nil)
    #expect(parsed("") == nil)
    #expect(parsed("simulates(App())") == nil)
    #expect(SourceCall(of: "simulate", in: "simulate(App())", line: 7, column: 1) == nil)
    #expect(SourceCall(of: "simulate", in: "simulate(App())", line: 0, column: 0) == nil)
  }

  @Test("is found in a file with the line ends of Windows")
  func windows() {
    #expect(SourceCall(of: "simulate", in: "\r\nsimulate(App())", line: 2, column: 1) != nil)
  }

  @Test("comes with the names that the functions around it declare before it")
  func locals() {
    let source = """
      let file = 1
      struct Suite {
        var member = 1
        func other(a: Int) { let b = 1 }
        @Test(arguments: [1]) func test(for seed: Int, _ size: [Int: (Int) -> Int]) async throws {
          let (x, y) = (1, { let inside = 2 }), text = "let no = 1" // let none = 1
          func helper(p: Int) { var q = 1 }
          for row in [1] { let gone = row }
          if var z = Int("1") { simulate(App()) { let late = 1 } }
        }
      }
      """
    let names = SourceCall(of: "simulate", in: source, line: 9, column: 40)?.locals
    #expect(names == ["seed", "size", "x", "y", "helper", "row", "z"])
  }

  private func parsed(_ lines: String...) -> SourceCall? {
    SourceCall(of: "simulate", in: lines.joined(separator: "\n"), line: 1, column: 9)
  }
}
