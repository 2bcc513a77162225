import Console
import Testing

@testable import counter

@MainActor @Suite("The counter's interface")
struct InterfaceTests {
  @Test("has the keys that the help tells, and leaves others alone")
  func keys() {
    let actions: [(Key, Counter.Action)] = [
      (.character("+"), .up), (.character("k"), .up), (.character("-"), .down),
      (.character("j"), .down), (.character("f"), .fact), (.character("c"), .cancel),
      (.escape, .cancel), (.character("t"), .timer), (.character("r"), .reset),
      (.character("l"), .log), (.character("?"), .help),
    ]
    let other: [(Key, KeyCommand<LoggedCounter.Action>?)] = [
      (.character("u"), .undo), (.control("r"), .redo), (.character("q"), .quit),
      (.character("x"), nil), (.character("Q"), nil), (.control("q"), nil), (.alt("q"), nil),
      (.arrow(.up), nil), (.paste("+"), nil),
    ]
    for (key, command) in actions.map({ ($0, .send(.counter($1))) }) + other {
      #expect(Interface.counter.command(key, LoggedCounter.State()) == command, "\(key)")
    }
  }

  @Test("tells each change on one line, the count last, and the keys when help is asked for")
  func changes() {
    let old = Counter.State(count: 1, fact: .text("a b"), ticks: 1)
    let new = Counter.State(count: 2, fact: .failure(.notText), ticks: nil)
    #expect(
      lines(from: old, to: new) == [
        "fact: error: bytes that are not UTF-8 text from the fact server", "timer: off", "count: 2",
      ])
    #expect(lines(from: new, to: old) == ["fact: a b", "timer: on, 1 tick", "count: 1"])
    #expect(lines(from: old, to: old) == [])
    let help = Counter.State(isHelpVisible: true)
    #expect(lines(from: Counter.State(), to: help)[0].hasPrefix("help: + up, - down"))
    #expect(lines(from: help, to: Counter.State()) == ["help: hidden"])
  }

  private func lines(from old: Counter.State, to new: Counter.State) -> [String] {
    Interface.counter.changes(LoggedCounter.State(counter: old), LoggedCounter.State(counter: new))
  }
}
