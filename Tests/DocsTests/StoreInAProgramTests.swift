import RatchetTesting
import Synchronization

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

  struct Timed<Base: Reducer>: Reducer {
    let base: Base
    let clock: any Clock<Duration>
    let record: @Sendable (String, Duration) -> Void

    func makeReduction() -> Reduction<Base.State, Base.Action> {
      let reduction = base.makeReduction()
      return Reduction(wrapping: reduction) { [clock, record] state, action in
        reduction(&state, action).wrapOperations { name, operation in
          let duration = try await clock.measure(operation)
          record(name ?? "effect", duration)
        }
      }
    }

    func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
      makeReduction()(&state, action)
    }

    static var componentTypes: [any Reducer.Type] { [Base.self] }
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

  @Test("shows how long operations take")
  func times() async {
    let recorded = Mutex<[String]>([])
    let jobs = Timed(base: Jobs(), clock: ContinuousClock()) { name, _ in
      recorded.withLock { $0.append(name) }
    }
    let store = Store(initialState: Jobs.State()) {
      jobs
    } withDependencies: {
      $0[JobClient.self].work = { _ in }
    }
    await store.send(.added("a")).finish()
    #expect(recorded.withLock { $0 } == ["a"])
    #expect(store.done == 1)
    listen(store, to: Socket())
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
