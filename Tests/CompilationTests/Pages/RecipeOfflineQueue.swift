// with: Recipes

@Test @MainActor func messageIsSentAgainAfterAnInterruption() async {
  let posts = Calls<UUID>()
  let (isOnline, network) = AsyncStream<Bool>.makeStream()
  let message = Message(id: UUID(0), text: "Hello")
  let store = TestStore(initialState: Outbox.State(queue: [message], isLoaded: true)) {
    Outbox()
  } withDependencies: {
    $0[OutboxClient.self].save = { _ in }
    $0[OutboxClient.self].isOnline = { isOnline }
    $0[OutboxClient.self].post = { message in
      @Dependency(\.continuousClock) var clock
      posts.append(message.id)
      try await clock.sleep(for: .seconds(5))
    }
  }
  for (online, seconds) in [(true, 4), (false, 60), (true, 5)] {
    network.yield(online)
    await store.receive(.onlineChanged(online)) { $0.isOnline = online }
    await store.advance(by: .seconds(seconds))
  }
  await store.receive(.sent(message)) { $0.queue = [] }
  #expect(posts.values == [message.id, message.id])
}

@Test @MainActor func messageEnteredWhileLoadingComesBehindTheSavedOnes() async {
  let saves = Calls<[String]>()
  let old = Message(id: UUID(100), text: "old")
  let store = TestStore(initialState: Outbox.State()) {
    Outbox()
  } withDependencies: {
    $0.uuid = .incrementing
    $0[OutboxClient.self].load = {
      @Dependency(\.continuousClock) var clock
      try await clock.sleep(for: .seconds(1))
      return [old]
    }
    $0[OutboxClient.self].save = { saves.append($0.map(\.text)) }
    $0[OutboxClient.self].isOnline = { AsyncStream { $0.finish() } }
  }
  let new = Message(id: UUID(0), text: "new")
  await store.send(.sendTapped("new")) { $0.queue = [new] }
  await store.advance(by: .seconds(1))
  await store.receive(.loaded([old])) {
    $0.queue = [old, new]
    $0.isLoaded = true
  }
  #expect(saves.values == [["old", "new"]])
}

@Test @MainActor func refusedMessageMakesRoom() async {
  let messages = (0...1).map { Message(id: UUID($0), text: "\($0)") }
  let state = Outbox.State(queue: IdentifiedArray(messages), isLoaded: true, isOnline: true)
  let store = TestStore(initialState: state) {
    Outbox()
  } withDependencies: {
    $0[OutboxClient.self].save = { _ in }
    $0[OutboxClient.self].isOnline = { AsyncStream { $0.finish() } }
    $0[OutboxClient.self].post = { if $0.text == "0" { throw Refused() } }
  }
  await store.receive(.refused(messages[0])) {
    $0.queue.remove(id: messages[0].id)
    $0.refused = [messages[0]]
  }
  await store.receive(.sent(messages[1])) { $0.queue = [] }
}
