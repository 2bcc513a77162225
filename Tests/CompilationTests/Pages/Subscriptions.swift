struct ChatClient: DependencyKey {
  var messages: @Sendable (Int) -> AsyncStream<String>
  static let liveValue = ChatClient { _ in AsyncStream { $0.finish() } }
}

@Test @MainActor func messagesAreThoseOfTheRoom() async {
  let store = TestStore(initialState: Chat.State()) {
    Chat()
  } withDependencies: {
    $0[ChatClient.self].messages = { room in AsyncStream { $0.yield("Welcome to \(room)") } }
  }
  for room in 1...2 {
    await store.send(.roomTapped(room)) {
      $0.room = room
      $0.messages = []
    }
    await store.receive(.received("Welcome to \(room)")) { $0.messages = ["Welcome to \(room)"] }
  }
}
