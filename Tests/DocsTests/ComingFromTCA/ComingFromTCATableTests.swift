import Observation
import RatchetTesting

// What the tables of `Docs/Ratchet.docc/ComingFromTCA.md` name, in use.

@Suite("The tables for those who come from TCA name")
struct ComingFromTCATableTests {
  @Test("steps of tests")
  @MainActor func steps() async {
    let store = TestStore(initialState: Feature.State()) {
      Feature(values: { AsyncStream { $0.finish() } })
    } withDependencies: {
      $0[API.self].load = { "Hi" }
    }
    await store.send(.child(.tapped)) { $0.child.count = 1 }
    await store.receive(path: CasePath(Feature.Action.child, Child.Action.named))
    await store.send(.refresh)
    await store.receive(Feature.Action.response, "Hi")
    await store.send(.refresh)
    await store.receive(Feature.Action.response)
    store.expect { $0.query = "" }
    await store.send(.form(.set(\.name, "Blob"))) {
      $0.name = "Blob"
      $0.query = "Blob"
      $0.count = 1
    }
    await store.send(.opened) { $0.path.push(.detail(Detail.State())) }
    await store.send(.closed) { $0.path.popLast() }
    await store.advance(by: .seconds(1))
    await store.settle()
    await store.finish()
  }

  @Test("steps for children")
  @MainActor func children() async {
    let state = Feature.State(detail: Detail.State(), rows: [Row.State(id: 1)])
    let store = TestStore(initialState: state) {
      Feature(values: { AsyncStream { $0.finish() } })
    }
    await store.send(.row(id: 1, action: .tapped))
    await store.receive(Feature.Action.row, id: 1, Row.Action.renamed)
    await store.send(.detail(.presented(.saveTapped)))
    await store.waiting(upTo: .seconds(5)) {
      await store.receive(Feature.Action.detail, .presented, .saved)
    }
    await store.skipReceivedActions()
    await store.skipInFlightEffects()
  }

  @Test("a step for the screen of a stack")
  @MainActor func screen() async {
    let state = Feature.State(path: [.detail(Detail.State())])
    let store = TestStore(initialState: state) {
      Feature(values: { AsyncStream { $0.finish() } })
    }
    await store.send(.path(.element(id: 0, action: .detail(.saveTapped))))
    await store.receive(Feature.Action.path, id: 0, .detail(.saved))
  }

  @Test("an answer that never comes, whatever its type")
  func never() async {
    let answer = Task<String, any Error> {
      let text: String = try await Task.never()
      return text
    }
    answer.cancel()
    await #expect(throws: CancellationError.self) { try await answer.value }
  }

  @Test("a shared value, with the feature that keeps it")
  @MainActor func sharedValue() async {
    let store = TestStore(initialState: Feature.State(detail: Detail.State())) {
      Feature(values: { AsyncStream { $0.finish() } })
    }
    await store.send(.detail(.presented(.nameTapped))) { $0.name = "Blob" }
    await store.send(.detail(.presented(.nameTapped)))
  }

  @Test("a shared value, without the feature that keeps it")
  @MainActor func sharedValueAlone() async {
    let store = TestStore(initialState: Detail.State()) { Detail() }
    await store.send(.nameTapped)
    await store.receive(change: .name) { $0 = "Blob" }
    await store.send(.nameTapped)
  }

  @Test("a shared value that is set before")
  @MainActor func sharedBefore() async {
    withShared(.name, "Blob")
    let store = Store(initialState: Feature.State()) {
      Feature(values: { AsyncStream { $0.finish() } })
    }
    #expect(store.shared(.name) == "Blob")
    #expect(store.name == "Blob")
  }

  @Test("what a store does", .dependencies { $0.uuid = .incrementing })
  @MainActor func stores() async {
    let store = Store(initialState: Feature.State()) {
      Feature(values: { AsyncStream { $0.finish() } })
        .dependency(\.continuousClock, ImmediateClock())
        .dependency { values in
          values[API.self].load = { "Hi" }
        }
        .aroundEffect { effect, operation in
          #expect(["load", "shared.name"].contains(effect.name))
          try await operation()
        }
    }
    store.send(.refresh)
    await store.send(.refresh).finish()
    await store.send(.refresh).finishOrCancel()
    withObservationTracking {
      #expect(store.count == 0)
    } onChange: {
    }
    let child = store.scope(state: \.child, action: Feature.Action.child)
    child.send(.tapped)
    #expect(store.child.count == 1)
    #expect(store.scope(state: \.detail, action: Feature.Action.detail) == nil)
    #expect(store.scope(state: \.rows, action: Feature.Action.row).isEmpty)
    #expect(await firstQuery(store) == "")
    store.send(.opened)
    let screens = store.scope(state: \.path, action: Feature.Action.path)
    #expect(screens.map(isDetail) == [true])
    #expect(isDetail(store.state, 0))
    #expect(Model().detail() != Model().detail())
  }

  @MainActor private func isDetail(_ store: StoreOf<Path>) -> Bool {
    store.scope(state: Path.State.detail, action: Path.Action.detail) != nil
  }

  private func isDetail(_ state: Feature.State, _ id: StackID) -> Bool {
    if case .detail(let detail)? = state.path[id: id] { return detail == Detail.State() }
    return false
  }

  @Test("stacks and rows")
  @MainActor func collections() {
    var state = Feature.State()
    let id = state.path.push(.detail(Detail.State()))
    CasePath(Path.State?.some, Path.State.detail).modify(&state.path[id: id]) { $0 = .init() }
    #expect(isDetail(state, id))
    state.path[id: id] = nil
    #expect(state.path.isEmpty)
    state.path.pop(from: id)
    let rows = [Row.State(id: 1)]
    state.rows = IdentifiedArray(rows)
    do {
      let rows = state.rows
      #expect(rows.ids == [1])
    }
  }

  @MainActor private func firstQuery(_ store: StoreOf<Feature>) async -> String? {
    for await query in store.states(of: \.query) { return query }
    return nil
  }

  @Test("case paths and dependencies")
  @MainActor func paths() {
    let action = Feature.Action.response("Hi")
    typealias Action = Feature.Action
    #expect(CasePath(Action.response).is(action))
    #expect(CasePath(Action.response).extract(from: action) == "Hi")
    #expect(CasePath(Action.row).extract(from: action) == nil)
    withDependencies {
      $0.randomNumberGenerator = .seeded(7)
    } operation: {
      @Dependency(\.randomNumberGenerator) var random
      let die = random { Int.random(in: 1...6, using: &$0) }
      #expect((1...6).contains(die))
    }
    withDependencies {
      $0.log = { #expect($0.text == "Hi") }
    } operation: {
      let dependencies = DependencyValues.capture()
      dependencies.run {
        @Dependency(\.log) var log
        log(LogMessage(level: .info, text: "Hi"))
      }
    }
  }

  @Test("a test that asserts less")
  @MainActor func notExhaustive() async {
    let store = TestStore(initialState: Feature.State()) {
      Feature(values: { AsyncStream { $0.finish() } })
    } withDependencies: {
      $0.continuousClock = UnimplementedClock()
    }
    store.exhaustivity = .off(showSkipped: true)
    await store.send(.form(.set(\.name, "Blob"))) {
      $0.name = "Blob"
      $0.query = "Blob"
      $0.count = 1
    }
    await store.finish()
  }

  // Compiled, and not run.
  private func effects(_ action: Feature.Action, _ sensor: Sensor) -> [Effect<Feature.Action>] {
    typealias CancelID = Feature.CancelID
    typealias Action = Feature.Action
    let load = Effect<Action>.run { _ in }
    let child = Effect<Child.Action>.none
    prepareDependencies { $0.uuid = .incrementing }
    _ = Detail()
      .printChanges()
    return [
      .none,
      .send(.refresh),
      .merge(load, load),
      .concatenate(load, load),
      .cancel(id: CancelID.load),
      load.cancellable(id: CancelID.load),
      .run(priority: .background) { _ in },
      load.debounce(id: CancelID.load, for: .seconds(1)),
      load.throttle(id: CancelID.load, for: .seconds(1), latest: true),
      child.map(Action.child),
      .sequence({ CallbackSequence(bufferingPolicy: .unbounded) { sensor.subscribe($0) } }) {
        .moved($0)
      },
    ]
  }

  final class Model {
    @Dependency(\.uuid) var uuid

    func detail() -> String {
      withDependencies(from: self) {
        "\(uuid())"
      }
    }
  }

  private struct Sensor: Subscribable, Sendable {
    @Dependency(\.uuid) var uuid
    @Dependency(\.continuousClock) var clock

    func subscribe(_ callback: CallbackSequence<Int, Never>.Callback) -> @Sendable () -> Void {
      callback.finish()
      return {}
    }
  }
}
