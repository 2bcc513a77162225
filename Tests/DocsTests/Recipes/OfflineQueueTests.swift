import Foundation
import RatchetTesting

// The code of `Docs/Ratchet.docc/RecipeOfflineQueue.md`.

@Suite("The recipe for an offline queue")
struct OfflineQueueTests {
  struct Message: Codable, Hashable, Identifiable, Sendable {
    let id: UUID
    let text: String
  }

  struct Refused: Error {}

  struct OutboxClient: TestDependencyKey {
    var load: @Sendable () async throws -> [Message] = unimplemented("OutboxClient.load")
    /// Replaces what was saved before; calls are carried out in order.
    var save: @Sendable ([Message]) async throws -> Void = unimplemented("OutboxClient.save")
    /// The server ignores a message whose id it knows; throws `Refused` if it will never accept it.
    var post: @Sendable (Message) async throws -> Void = unimplemented("OutboxClient.post")
    var isOnline: @Sendable () -> AsyncStream<Bool> = unimplemented(
      "OutboxClient.isOnline", placeholder: AsyncStream { $0.finish() })
    static let testValue = OutboxClient()
  }

  struct Outbox: Reducer {
    struct State: Equatable {
      var queue: IdentifiedArrayOf<Message> = []
      var isLoaded = false
      var isOnline = false
      var refused: [Message] = []
    }

    enum Action: Equatable {
      case loaded([Message])
      case onlineChanged(Bool)
      case sendTapped(String)
      case sent(Message)
      case refused(Message)
    }

    static let retries = RetryPolicy.times(
      .max, backoff: .exponential(from: .seconds(1), upTo: .seconds(60)))

    @Dependency(OutboxClient.self) var client
    @Dependency(\.uuid) var uuid

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .loaded(let messages):
          state.queue = IdentifiedArray(messages + state.queue)
          state.isLoaded = true
        case .onlineChanged(let isOnline): state.isOnline = isOnline
        case .sendTapped(let text): state.queue.append(Message(id: uuid(), text: text))
        case .sent(let message): state.queue.remove(id: message.id)
        case .refused(let message):
          state.queue.remove(id: message.id)
          state.refused.append(message)
        }
        return .none
      }
      .subscription(while: { !$0.isLoaded }) {
        .run(name: "load") { send in
          let messages = try await withRetries(Self.retries) { try await client.load() }
          await send(.loaded(messages))
        }
      }
      .subscription(id: { $0.isLoaded ? $0.queue.elements : nil }) { messages in
        .run(name: "save") { _ in try await client.save(messages) }
      }
      .subscription(while: { _ in true }) {
        .sequence(name: "online", { client.isOnline() }, action: Action.onlineChanged)
      }
      .subscription(id: { $0.isLoaded && $0.isOnline ? $0.queue.first : nil }) { message in
        .run(name: "post") { send in
          try await withRetries(Self.retries, if: { !($0 is Refused) }) {
            try await client.post(message)
          }
          await send(.sent(message))
        } catch: { _, send in
          await send(.refused(message))
        }
      }
    }
  }

  @Test @MainActor func messagesAreSentInOrderWhenOnline() async {
    let posts = Calls<String>()
    let saves = Calls<[String]>()
    let (isOnline, network) = AsyncStream<Bool>.makeStream()
    let old = Message(id: UUID(100), text: "saved")
    let store = TestStore(initialState: Outbox.State()) {
      Outbox()
    } withDependencies: {
      $0.uuid = .incrementing
      $0[OutboxClient.self].load = { [old] }
      $0[OutboxClient.self].save = { saves.append($0.map(\.text)) }
      $0[OutboxClient.self].isOnline = { isOnline }
      $0[OutboxClient.self].post = { message in
        posts.append(message.text)
        if posts.values.count == 2 { throw Offline() }
      }
    }
    await store.receive(.loaded([old])) {
      $0.queue = [old]
      $0.isLoaded = true
    }
    let new = Message(id: UUID(0), text: "new")
    await store.send(.sendTapped("new")) { $0.queue.append(new) }

    network.yield(true)
    await store.receive(.onlineChanged(true)) { $0.isOnline = true }
    await store.receive(.sent(old)) { $0.queue = [new] }
    await store.advance(by: .seconds(1))
    await store.receive(.sent(new)) { $0.queue = [] }
    #expect(posts.values == ["saved", "new", "new"])
    #expect(saves.values == [["saved"], ["saved", "new"], ["new"], []])
  }

  @Test("stops sending when it is offline, and sends the same message again, with its id")
  @MainActor func offlineInBetween() async {
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
    network.yield(true)
    await store.receive(.onlineChanged(true)) { $0.isOnline = true }
    await store.advance(by: .seconds(4))
    network.yield(false)
    await store.receive(.onlineChanged(false)) { $0.isOnline = false }
    await store.advance(by: .seconds(60))
    network.yield(true)
    await store.receive(.onlineChanged(true)) { $0.isOnline = true }
    await store.advance(by: .seconds(5))
    await store.receive(.sent(message)) { $0.queue = [] }
    #expect(posts.values == [message.id, message.id])
  }

  @Test("keeps what is entered while the saved messages are loaded, and saves it behind them")
  @MainActor func enteredWhileLoading() async {
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

  @Test("goes on with the next message when the server refuses one")
  @MainActor func refusal() async {
    let messages = (0...1).map { Message(id: UUID($0), text: "\($0)") }
    let queue = IdentifiedArray(messages)
    let store = TestStore(initialState: Outbox.State(queue: queue, isLoaded: true, isOnline: true))
    {
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
}
