import RatchetTesting
import Synchronization

// The code of `Docs/Ratchet.docc/Observing.md`.

@MainActor @Suite("The page of observing")
struct ObservingTests {
  @MainActor final class Audit: StoreObserver {
    private(set) var lines: [String] = []

    func observe(_ event: StoreEvent<Upload.State, Upload.Action>) {
      switch event {
      case .received(let action, let source):
        lines.append("\(action) from \(source)")
      case .effectCancelled(let effect, let cancellation):
        lines.append("\(effect.name ?? "effect") was cancelled \(cancellation)")
      case .effectFailed(let effect, let error):
        lines.append("\(effect.name ?? "effect") failed: \(error)")
      default: break
      }
    }

    func end() {
      lines.append("end")
    }
  }

  struct Upload: Reducer {
    struct State: Equatable { var isRunning = false }
    enum Action: Equatable { case startTapped, stopTapped }
    enum CancelID { case upload }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .startTapped:
        state.isRunning = true
        return .run(name: "upload") { _ in try await Task.never() }
          .cancellable(id: CancelID.upload)
      case .stopTapped:
        state.isRunning = false
        return .cancel(id: CancelID.upload)
      }
    }
  }

  @MainActor func audit() -> [String] {
    let audit = Audit()
    let store = Store(initialState: Upload.State(), observers: [audit]) { Upload() }
    store.send(.startTapped)
    store.send(.stopTapped)
    return audit.lines
  }

  @MainActor func printed() -> String {
    var text = ""
    let store = Store(initialState: Upload.State()) { Upload().printChanges { text += $0 } }
    store.send(.stopTapped)
    return text
  }

  enum Span {
    static let current = TaskLocal<[String]>(wrappedValue: [])

    @MainActor static func with(
      _ name: String, operation: @MainActor () async throws -> Void
    ) async throws {
      try await current.withValue(current.get() + [name]) { try await operation() }
    }
  }

  @MainActor func traced(_ upload: Effect<String>) -> Store<[String], String> {
    Store(initialState: []) {
      Reduce { state, action in
        state.append(action)
        return action == "start" ? upload : .none
      }
    } withDependencies: {
      $0.aroundEffect = { effect, operation in
        try await Span.with(effect.name ?? "effect") { try await operation() }
      }
    }
  }

  @MainActor final class Cancels: StoreObserver {
    private(set) var count: [String: Int] = [:]

    func observe(_ event: StoreEvent<Upload.State, Upload.Action>) {
      if case .effectCancelled(let effect, _) = event {
        count[effect.name ?? "unnamed", default: 0] += 1
      }
    }
  }

  @MainActor func explained() -> (StoreOf<Upload>, StoreMetrics<Upload.State, Upload.Action>) {
    let metrics = StoreMetrics(of: Upload.self)
    let store = Store(
      initialState: Upload.State(), observers: [EffectHistory(of: Upload.self), metrics]
    ) {
      Upload()
    }
    return (store, metrics)
  }

  @Test("shows a span that encloses the operation of an effect")
  func span() {
    let store = traced(
      .run(name: "upload") { send in await send("in \(Span.current.get())") })
    store.send("start")
    #expect(store.state == ["start", #"in ["upload"]"#])
  }

  @Test("shows a metric that counts cancels by effect")
  func metric() {
    let cancels = Cancels()
    let store = Store(initialState: Upload.State(), observers: [cancels]) { Upload() }
    store.send(.startTapped)
    store.send(.stopTapped)
    #expect(cancels.count == ["upload": 1])
  }

  @Test("shows a store that explains itself")
  func explanation() {
    let clock = TestClock()
    let (store, metrics) = withDependencies {
      $0.continuousClock = clock
    } operation: {
      explained()
    }
    store.send(.startTapped)
    clock.advance(by: .milliseconds(1_500))
    #expect(
      store.explain().description.replacing(#/\([^)]*\)/#, with: "(App/Upload.swift:12)") == """
        1 effect in flight
        effect 1 "upload" (App/Upload.swift:12)
          cancellable by CancelID.upload
          for 1.5 s
          started by startTapped
        """)
    #expect(metrics.effectsLive == 1)
  }

  @Test("shows an observer that is told of actions and cancels")
  func lines() {
    #expect(
      // The end of the store, which may come before or after the function's own, follows.
      audit().prefix(3) == [
        "startTapped from a caller", "stopTapped from a caller",
        "upload was cancelled by id CancelID.upload, by stopTapped",
      ])
  }

  @Test("shows an observer of a test store, and of its end")
  func testStore() async {
    let audit = Audit()
    do {
      let store = TestStore(initialState: Upload.State(), observers: [audit]) { Upload() }
      await store.send(.stopTapped)
      await store.finish()
    }
    #expect(audit.lines == ["stopTapped from a caller", "end"])
  }

  @Test("shows a printer of changes")
  func changes() {
    #expect(printed().contains("received: .stopTapped"))
  }

  @Test("shows how long operations take")
  func times() async {
    let recorded = Mutex<[String]>([])
    let short = Short().timed(on: ContinuousClock()) { name, _ in
      recorded.withLock { $0.append(name) }
    }
    let store = Store(initialState: Upload.State()) { short }
    await store.send(.startTapped).finish()
    #expect(recorded.withLock { $0 } == ["short"])
  }
}

// MARK: - Fixtures

extension Reducer {
  func timed(
    on clock: any Clock<Duration>, record: @escaping @Sendable (String, Duration) -> Void
  ) -> some Reducer<State, Action> {
    aroundEffect { effect, operation in
      let duration = try await clock.measure(operation)
      record(effect.name ?? "effect", duration)
    }
  }
}

private struct Short: Reducer {
  typealias State = ObservingTests.Upload.State
  typealias Action = ObservingTests.Upload.Action

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    .run(name: "short") { _ in }
  }
}
