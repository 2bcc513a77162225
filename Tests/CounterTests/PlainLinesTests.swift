import Testing

@testable import counter

@Suite("Plain lines")
struct PlainLinesTests {
  @Test("tell each change on one line, the count last")
  func changes() {
    var lines = PlainLines()
    let old = Counter.State(count: 1, fact: .text("a\nb"), ticks: 1)
    let new = Counter.State(count: 2, fact: .failure(.notText), ticks: nil)
    #expect(
      lines.lines(for: Change.all(from: old, to: new)) == [
        "fact: error: the fact server answered with bytes that are not UTF-8 text",
        "timer: off",
        "count: 2",
      ])
    let back = lines.lines(for: Change.all(from: new, to: old))
    #expect(back == ["fact: a b", "timer: on, 1 tick", "count: 1"])
  }

  @Test("end with the count, once")
  func lastLine() {
    var lines = PlainLines()
    #expect(lines.lastLine(count: 0) == "count: 0")
    _ = lines.lines(for: [Change(field: "count", before: "0", after: "1")])
    #expect(lines.lastLine(count: 1) == nil)
    _ = lines.lines(for: [])
    #expect(lines.lastLine(count: 1) == nil)
    _ = lines.lines(for: [Change(field: "fact", before: "none", after: "loading")])
    #expect(lines.lastLine(count: 1) == "count: 1")
  }

  @Test("tell the keys when help is asked for")
  func help() {
    var lines = PlainLines()
    let shown = Change(field: "help", before: "hidden", after: "shown")
    #expect(lines.lines(for: [shown]).first?.hasPrefix("help: + up, - down") == true)
  }
}
