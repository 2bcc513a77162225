import Console
import Testing

@testable import counter

@MainActor @Suite("The counter's interface")
struct InterfaceTests {
  @Test(
    "has the keys that the help tells",
    arguments: [
      (Key.character("+"), KeyCommand.send(.up)), (.character("k"), .send(.up)),
      (.character("-"), .send(.down)), (.character("j"), .send(.down)),
      (.character("f"), .send(.fact)),
      (.character("c"), .send(.cancel)), (.escape, .send(.cancel)),
      (.character("t"), .send(.timer)), (.character("r"), .send(.reset)),
      (.character("l"), .send(.log)), (.character("?"), .send(.help)),
      (.character("u"), .undo), (.control("r"), .redo), (.character("q"), .quit),
    ] as [(Key, KeyCommand<Counter.Action>)])
  func known(_ key: Key, _ command: KeyCommand<Counter.Action>) {
    let expected: KeyCommand<LoggedCounter.Action> =
      switch command {
      case .send(let action): .send(.counter(action))
      case .undo: .undo
      case .redo: .redo
      default: .quit
      }
    #expect(Interface.counter.command(key, LoggedCounter.State()) == expected)
  }

  @Test(
    "leaves other keys alone",
    arguments: [
      Key.character("x"), .character("Q"), .character("é"), .control("q"), .control("c"), .alt("q"),
      .arrow(.up), .paste("q"), .paste("+"),
    ])
  func unknown(_ key: Key) {
    #expect(Interface.counter.command(key, LoggedCounter.State()) == nil)
  }

  @Test("tells each change on one line, the count last")
  func changes() {
    let old = Counter.State(count: 1, fact: .text("a b"), ticks: 1)
    let new = Counter.State(count: 2, fact: .failure(.notText), ticks: nil)
    #expect(
      lines(from: old, to: new) == [
        "fact: error: bytes that are not UTF-8 text from the fact server",
        "timer: off",
        "count: 2",
      ])
    #expect(lines(from: new, to: old) == ["fact: a b", "timer: on, 1 tick", "count: 1"])
    #expect(lines(from: old, to: old) == [])
  }

  @Test("tells the keys when help is asked for")
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
