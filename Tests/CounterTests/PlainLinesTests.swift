import Console
import Testing

@testable import counter

@MainActor @Suite("Plain lines")
struct PlainLinesTests {
  @Test("tell each change on one line, the count last")
  func changes() {
    let old = Counter.State(count: 1, fact: .text("a b"), ticks: 1)
    let new = Counter.State(count: 2, fact: .failure(.notText), ticks: nil)
    #expect(
      lines(from: old, to: new) == [
        "fact: error: the fact server answered with bytes that are not UTF-8 text",
        "timer: off",
        "count: 2",
      ])
    #expect(lines(from: new, to: old) == ["fact: a b", "timer: on, 1 tick", "count: 1"])
    #expect(lines(from: old, to: old) == [])
  }

  @Test("tell the keys when help is asked for")
  func help() {
    let shown = lines(from: Counter.State(), to: Counter.State(isHelpVisible: true))
    #expect(shown.count == 1 && shown[0].hasPrefix("help: + up, - down"))
    #expect(
      lines(from: Counter.State(isHelpVisible: true), to: Counter.State()) == ["help: hidden"])
  }

  private func lines(from old: Counter.State, to new: Counter.State) -> [String] {
    Interface.counter.changes(
      LoggedCounter.State(counter: old), LoggedCounter.State(counter: new))
  }
}
