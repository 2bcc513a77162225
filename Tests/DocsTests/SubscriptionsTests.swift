import RatchetTesting

// The code of `Docs/Ratchet.docc/Subscriptions.md`.

@Suite("The page of subscriptions")
struct SubscriptionsTests {
  struct Stopwatch: Reducer {
    struct State: Equatable {
      var isOn = false
      var seconds = 0
    }

    enum Action: Equatable { case toggled, ticked }

    @Dependency(\.continuousClock) var clock

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .toggled: state.isOn.toggle()
        case .ticked: state.seconds += 1
        }
        return .none
      }
      .subscription(while: \.isOn) {
        .run(name: "timer") { send in
          for await _ in clock.timer(interval: .seconds(1)) { await send(.ticked) }
        }
      }
    }
  }

  struct Chat: Reducer {
    struct State: Equatable {
      var room: Int?
      var messages: [String] = []
    }

    enum Action: Equatable { case roomTapped(Int?), received(String) }

    @Dependency(ChatClient.self) var chat

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .roomTapped(let room):
          state.room = room
          state.messages = []
        case .received(let message): state.messages.append(message)
        }
        return .none
      }
      .subscription(id: \.room) { room in
        .sequence({ chat.messages(room) }, action: Action.received)
      }
    }
  }

  @Test @MainActor func ticksWhileItIsOn() async {
    let store = TestStore(initialState: Stopwatch.State()) { Stopwatch() }
    await store.send(.toggled) { $0.isOn = true }
    await store.advance(by: .seconds(2))
    await store.receive(.ticked) { $0.seconds = 1 }
    await store.receive(.ticked) { $0.seconds = 2 }
    await store.send(.toggled) { $0.isOn = false }
    await store.advance(by: .seconds(5))
  }

  @Test("shows messages of the room that the state names, and of no other")
  @MainActor func rooms() async {
    let store = TestStore(initialState: Chat.State()) {
      Chat()
    } withDependencies: {
      $0[ChatClient.self].messages = { room in
        AsyncStream {
          $0.yield("Welcome to \(room)")
          $0.finish()
        }
      }
    }
    for room in 1...2 {
      await store.send(.roomTapped(room)) {
        $0.room = room
        $0.messages = []
      }
      await store.receive(.received("Welcome to \(room)")) {
        $0.messages = ["Welcome to \(room)"]
      }
    }
    await store.send(.roomTapped(nil)) {
      $0.room = nil
      $0.messages = []
    }
    await store.finish()
  }
}

// MARK: - Fixtures

struct ChatClient: DependencyKey {
  var messages: @Sendable (Int) -> AsyncStream<String>

  static let liveValue = ChatClient { _ in AsyncStream { $0.finish() } }
}
