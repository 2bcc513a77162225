import RatchetTesting

// The code of `Docs/Ratchet.docc/RecipeWebSocket.md`.

@Suite("The recipe for a web socket")
struct WebSocketTests {
  struct SocketClient: TestDependencyKey {
    /// Returns when the connection is open; the messages end when it is closed.
    var connect: @Sendable () async throws -> AsyncThrowingStream<String, any Error> =
      unimplemented("SocketClient.connect")
    static let testValue = SocketClient()
  }

  struct Messages: Reducer {
    struct State: Equatable {
      var isShown = false
      var isConnected = false
      var messages: [String] = []
    }

    enum Action: Equatable {
      case appeared, disappeared
      case connected
      case received(String)
      case disconnected
    }

    static let retries = RetryPolicy.times(
      .max, backoff: .exponential(from: .seconds(1), upTo: .seconds(30)))

    @Dependency(SocketClient.self) var socket
    @Dependency(\.continuousClock) var clock

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .appeared: state.isShown = true
        case .disappeared:
          state.isShown = false
          state.isConnected = false
        case .connected: state.isConnected = true
        case .received(let message): state.messages.append(message)
        case .disconnected: state.isConnected = false
        }
        return .none
      }
      .subscription(while: \.isShown) {
        .run(name: "socket") { send in
          var failures = 0
          while true {
            do {
              let messages = try await socket.connect()
              failures = 0
              await send(.connected)
              for try await message in messages { await send(.received(message)) }
            } catch {
              // A refused connection and a broken one are treated like one that was closed.
            }
            failures += 1
            await send(.disconnected)
            guard let delay = Self.retries.delay(beforeRetry: failures) else { return }
            try await clock.sleep(for: delay)
          }
        }
      }
    }
  }

  @Test @MainActor func connectsAgainUntilTheScreenGoes() async {
    let attempts = Calls<Int>()
    let (messages, server) = AsyncThrowingStream<String, any Error>.makeStream()
    let store = TestStore(initialState: Messages.State()) {
      Messages()
    } withDependencies: {
      $0[SocketClient.self].connect = {
        attempts.append(1)
        guard attempts.values.count == 3 else { throw Offline() }
        return messages
      }
    }
    await store.send(.appeared) { $0.isShown = true }
    await store.receive(.disconnected)
    await store.advance(by: .seconds(1))
    await store.receive(.disconnected)
    await store.advance(by: .milliseconds(1_999))
    #expect(attempts.values.count == 2)
    await store.advance(by: .milliseconds(1))
    await store.receive(.connected) { $0.isConnected = true }

    server.yield("Hello")
    server.yield("How are you?")
    await store.receive(.received("Hello")) { $0.messages = ["Hello"] }
    await store.receive(.received("How are you?")) { $0.messages.append("How are you?") }
    server.finish(throwing: Offline())
    await store.receive(.disconnected) { $0.isConnected = false }

    await store.advance(by: .seconds(1))
    await store.receive(.disconnected)
    await store.send(.disappeared) { $0.isShown = false }
    await store.advance(by: .seconds(60))
    #expect(attempts.values.count == 4)
  }

  @Test("begins without a delay, and with the first one, when the screen is shown again")
  @MainActor func shownAgain() async {
    let store = TestStore(initialState: Messages.State()) {
      Messages()
    } withDependencies: {
      $0[SocketClient.self].connect = { throw Offline() }
    }
    for _ in 1...2 {
      await store.send(.appeared) { $0.isShown = true }
      await store.receive(.disconnected)
      await store.advance(by: .seconds(1))
      await store.receive(.disconnected)
      await store.send(.disappeared) { $0.isShown = false }
    }
  }

  @Test("waits at most half a minute")
  func longestDelay() {
    let delays = (1...7).map { Messages.retries.delay(beforeRetry: $0) }
    #expect(delays == [1, 2, 4, 8, 16, 30, 30].map { .seconds($0) })
  }
}
