import Testing

@testable import counter

@Suite("Commands of keys")
struct CommandTests {
  @Test(
    "are as the help tells",
    arguments: [
      (Key.character("+"), Command.send(.up)), (.character("k"), .send(.up)),
      (.character("-"), .send(.down)), (.character("j"), .send(.down)),
      (.character("f"), .send(.fact)),
      (.character("c"), .send(.cancel)), (.escape, .send(.cancel)),
      (.character("t"), .send(.timer)), (.character("r"), .send(.reset)),
      (.character("l"), .send(.log)), (.character("?"), .send(.help)),
      (.character("q"), .quit), (.control("d"), .quit), (.control("c"), .interrupt),
      (.control("z"), .suspend),
    ])
  func known(_ key: Key, _ command: Command) {
    #expect(Command(key) == command)
  }

  @Test(
    "are none for other keys",
    arguments: [
      Key.character("x"), .character("Q"), .character("é"), .control("q"), .control("m"), .alt("q"),
      .arrow(.up), .paste("q"), .paste("+"),
    ])
  func unknown(_ key: Key) {
    #expect(Command(key) == nil)
  }
}
