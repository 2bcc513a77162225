import Testing

@Suite("Without a terminal")
struct PipedTests {
  @Test("the example ends with its count on the last line and status 0")
  func example() throws {
    let run = try PipedRun(input: "++-q")
    #expect(run.lines == ["count: 1", "count: 2", "count: 1", ""])
    #expect(run.errors == "")
    #expect(run.ending == .exited(0))
  }
}
