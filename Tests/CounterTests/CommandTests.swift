import Console
import Testing

@testable import counter

@MainActor @Suite("Keys")
struct KeyTests {
  @Test(
    "are as the help tells",
    arguments: [
      (Key.character("+"), KeyCommand.send(.up)), (.character("k"), .send(.up)),
      (.character("-"), .send(.down)), (.character("j"), .send(.down)),
      (.character("f"), .send(.fact)),
      (.character("c"), .send(.cancel)), (.escape, .send(.cancel)),
      (.character("t"), .send(.timer)), (.character("r"), .send(.reset)),
      (.character("l"), .send(.log)), (.character("?"), .send(.help)),
      (.character("q"), .quit),
    ] as [(Key, KeyCommand<Counter.Action>)])
  func known(_ key: Key, _ command: KeyCommand<Counter.Action>) {
    let expected: KeyCommand<LoggedCounter.Action> =
      if case .send(let action) = command { .send(.counter(action)) } else { .quit }
    #expect(Interface.counter.command(key, LoggedCounter.State()) == expected)
  }

  @Test(
    "that do something else, or nothing, are left alone",
    arguments: [
      Key.character("x"), .character("Q"), .character("é"), .control("q"), .control("c"), .alt("q"),
      .arrow(.up), .paste("q"), .paste("+"),
    ])
  func unknown(_ key: Key) {
    #expect(Interface.counter.command(key, LoggedCounter.State()) == nil)
  }
}
