import Observation
import RatchetTesting

// The code of `Docs/Ratchet.docc/StoreInAProgram.md`.

@MainActor @Suite("The page of programs")
struct StoreInAProgramTests {
  struct Jobs: Reducer {
    struct State: Equatable {
      var waiting: [String] = []
      var running: [String] = []
      var done = 0
    }

    enum Action: Equatable {
      case added(String)
      case ended(String)
    }

    @Dependency(JobClient.self) var client

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .added(let name): state.waiting.append(name)
      case .ended(let name):
        state.running.removeAll { $0 == name }
        state.done += 1
      }
      guard state.running.count < 2, !state.waiting.isEmpty else { return .none }
      let name = state.waiting.removeFirst()
      state.running.append(name)
      return .run(name: name) { send in
        await client.work(name)
        await send(.ended(name))
      }
    }
  }

  @MainActor func serve(_ requests: AsyncStream<String>) async -> [EffectDescription] {
    let store = Store(initialState: Jobs.State()) { Jobs() }
    for await request in requests {
      store.send(.added(request))
    }
    return await store.drain(within: .seconds(10))
  }

  @MainActor func listen(_ store: StoreOf<Jobs>, to socket: Socket) {
    let sender = store.sender
    socket.onMessage { name in sender.send(.added(name)) }
  }

  @MainActor func report(_ store: StoreOf<Jobs>) async {
    for await done in store.states(of: \.done) {
      print("\(done) done")
    }
  }

  @MainActor func observe(_ store: StoreOf<Jobs>, show: @escaping @MainActor (Int) -> Void) {
    withObservationTracking {
      show(store.done)
    } onChange: {
      MainActor.assumeIsolated { observe(store, show: show) }
    }
  }

  @Test(
    "shows an observer that reads again what has changed",
    .dependencies { $0[JobClient.self].work = { _ in } })
  func observed() async {
    let store = Store(initialState: Jobs.State()) { Jobs() }
    var shown: [Int] = []
    observe(store) { shown.append($0) }
    await store.send(.added("a")).finish()
    #expect(shown == [0, 1])
  }

  @Test(
    "shows a service that finishes its jobs", .dependencies { $0[JobClient.self].work = { _ in } })
  func serves() async {
    let requests = AsyncStream { continuation in
      for name in ["a", "b", "c"] { continuation.yield(name) }
      continuation.finish()
    }
    #expect(await serve(requests).isEmpty)
  }

  @Test("shows a service that cancels what does not end, and names it")
  func cancels() async {
    let requests = AsyncStream { continuation in
      continuation.yield("endless")
      continuation.finish()
    }
    let cancelled = await withDependencies {
      $0.continuousClock = ImmediateClock()
      $0[JobClient.self].work = { _ in _ = try? await Task.never() }
    } operation: {
      await serve(requests)
    }
    #expect(cancelled.map(\.name) == ["endless"])
  }

  @Test("shows jobs of which two run at once")
  func limit() async {
    let store = TestStore(initialState: Jobs.State(running: ["a", "b"])) { Jobs() }
    await store.send(.added("c")) { $0.waiting = ["c"] }
    await store.finish()
  }

  @Test("shows a callback that has a sender")
  func callback() {
    listen(Store(initialState: Jobs.State()) { Jobs() }, to: Socket())
  }
}

// MARK: - Fixtures

struct JobClient: DependencyKey {
  var work: @Sendable (String) async -> Void

  static let liveValue = JobClient { _ in }
}

struct Socket: Sendable {
  func onMessage(_ receive: @escaping @Sendable (String) -> Void) {}
}
