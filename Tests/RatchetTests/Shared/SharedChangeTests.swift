import RatchetTesting
import TestSupport
import Testing

@MainActor @Suite("A change of a shared key that a reducer returns")
struct SharedChangeTests {
  @Test("is applied when the reducer has returned, before any effect starts")
  func beforeEffects() {
    let (store, storage) = makeStore()
    let seen = Box<[Int?]>([])
    store.send(
      .merge([
        .run { _ in seen.value.append(storage.value(of: .total)) },
        .change(.total) { $0 = 3 },
      ]))
    #expect(seen.value == [3])
    #expect(store.total == 3)
  }

  @Test("comes after what the reducer has set, in the order of return")
  func order() {
    let (store, storage) = makeStore()
    store.send(.set(2, .merge(.change(.total) { $0 += 1 }, .change(.total) { $0 *= 10 })))
    #expect(store.total == 30)
    #expect(storage.value(of: .total) == 30)
  }

  @Test("can be merged, mapped, named by an id, and be that of a child that leaves")
  func composed() {
    let (store, _) = makeStore()
    store.send(.merge([.change(.total) { $0 += 1 }.cancellable(id: 1), .cancel(id: 1)]))
    store.send(.merge([Effect<Int>.change(.total) { $0 += 10 }.map { _ in .touch }]))
    store.send(.openAndClose)
    #expect(store.total == 111)
  }

  @Test("in a sequence is applied at once if nothing runs before it, else when its turn comes")
  func sequence() async {
    let (store, storage) = makeStore()
    store.send(.merge([.concatenate(.change(.total) { $0 += 1 }, .change(.total) { $0 += 2 })]))
    #expect(store.total == 3)
    let (gate, opening) = AsyncStream.makeStream(of: Void.self)
    store.send(
      .merge([
        .concatenate(
          .change(.total) { $0 = 4 }, .run { _ in for await _ in gate {} },
          .change(.total) { $0 = 5 })
      ]))
    #expect(store.total == 4)
    opening.finish()
    await settled(store) { $0.total == 5 }
    #expect(storage.value(of: .total) == 5)
    #expect(store.announced == 1)
  }

  @Test("that is delayed is applied when its time comes, unless it is cancelled")
  func delayed() async {
    let store = TestStore(initialState: Desk.State()) { Desk() }
    await store.send(.merge([.change(.total) { $0 = 4 }.debounce(id: 1, for: .seconds(1))]))
    await store.advance(by: .seconds(1))
    await store.receive(case: .changed) {
      $0.total = 4
      $0.announced = 1
    }
    await store.send(.merge([.change(.total) { $0 = 5 }.debounce(id: 1, for: .seconds(1))]))
    await store.send(.merge([.cancel(id: 1)]))
    await store.advance(by: .seconds(1))
  }

  @Test("needs no task, and is made once for each time that it is returned")
  func repeated() {
    let (store, _) = makeStore()
    let effect = Effect<Desk.Action>.change(.total) { $0 += 1 }
    for _ in 0..<3 { store.send(.merge([effect, effect])) }
    #expect(store.total == 6)
    #expect(store.inFlight.count == store.subscriptions.count)
  }

  @Test("changes the storage where no feature keeps the key, and other stores see it")
  func notKept() async {
    let storage = SharedStorage()
    let store = Store(initialState: 0) {
      Changing()
    } withDependencies: {
      $0.sharedStorage = storage
    }
    let (other, _) = makeStore(storage)
    store.send(4)
    #expect(storage.value(of: .total) == 4)
    await settled(other) { $0.total == 4 }
  }

  @Test("is applied to what another store has made of the value, which gets both")
  func twoStores() async {
    let storage = SharedStorage()
    let stores = [makeStore(storage).store, makeStore(storage).store]
    for store in stores { store.send(.merge([.change(.plain) { $0 += 1 }])) }
    for store in stores { await settled(store) { $0.plain == 2 } }
    #expect(storage.value(of: .plain) == 2)
  }

  @Test("is one of the state where 'expect' runs the reducer that keeps the field, else an effect")
  func expected() async throws {
    expect(
      Desk(), given: Desk.State(), when: .openAndClose, then: { $0.total = 100 })
    withShared(.total, 2)
    expect(Changing(), given: 0, when: 3, effects: [.change(.total) { $0 += 3 }])
    try await expectIssues {
      expect(Changing(), given: 0, when: 3, effects: [.change(.total) { $0 += 4 }])
    } matching: { issue in
      issue.description.contains("- change total to 6")
        && issue.description.contains("+ change total to 5")
    }
  }

  private func makeStore(
    _ storage: SharedStorage = SharedStorage()
  ) -> (store: StoreOf<Desk>, storage: SharedStorage) {
    let store = Store(initialState: Desk.State()) {
      Desk()
    } withDependencies: {
      $0.sharedStorage = storage
    }
    return (store, storage)
  }
}

@MainActor @Suite("A storage of its own")
struct FlowStorageTests {
  @Test("is that of one flow, and is empty when the flow begins anew")
  func oneFlow() async {
    withShared(.total, 1)
    let store = TestStore(initialState: Flow.State()) { Flow() }
    await store.send(.open) { $0.step = Step.State() }
    await store.send(.step(.read)) { $0.step?.seen = 0 }
    await store.send(.step(.add(5)))
    await store.receive(change: .total) { $0 = 5 }
    await store.send(.step(.read)) { $0.step?.seen = 5 }
    @SharedValue(.total) var total
    #expect(total == 1)
    await store.send(.close) { $0.step = nil }
    await store.send(.open) { $0.step = Step.State() }
    await store.send(.step(.read)) { $0.step?.seen = 0 }
  }

  @Test("is not that of a field which is kept around it")
  func keptOutside() {
    let storage = SharedStorage()
    let store = Store(initialState: Flow.State()) {
      Flow().kept(\.total, in: .total)
    } withDependencies: {
      $0.sharedStorage = storage
    }
    store.send(.open)
    store.send(.step(.add(5)))
    store.send(.step(.read))
    #expect(store.total == 0)
    #expect(store.step?.seen == 5)
    #expect(storage.value(of: .total) == 0)
  }
}

// MARK: - Fixtures

extension SharedKey where Value == Int {
  /// Without a merge of its own.
  fileprivate static var plain: Self { SharedKey("plain", default: 0, in: .memory) }
}

/// A feature that keeps a number and returns what it is told to.
private struct Desk: Reducer {
  struct State: Equatable {
    var total = 0
    var plain = 0
    var announced = 0
    var drawer: Int?
  }

  enum Action: Sendable {
    case merge([Effect<Action>])
    case set(Int, Effect<Action>)
    case openAndClose
    case drawer(Int)
    case touch
    case changed
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .merge(let effects): return .merge(effects)
      case .set(let total, let effect):
        state.total = total
        return effect
      case .openAndClose:
        state.drawer = 1
        var number = 1
        let effect = Drawer().reduce(into: &number, action: 100)
        state.drawer = nil
        return effect.map(Action.drawer)
      case .changed: state.announced += 1
      case .touch, .drawer: break
      }
      return .none
    }
    .ifLet(\.drawer, action: Action.drawer) { Drawer() }
    .kept(\.total, in: .total, changed: .changed)
    .kept(\.plain, in: .plain)
  }
}

private struct Drawer: Reducer {
  func reduce(into state: inout Int, action: Int) -> Effect<Int> {
    .change(.total) { $0 += action }
  }
}

private struct Changing: Reducer {
  func reduce(into state: inout Int, action: Int) -> Effect<Int> {
    .change(.total) { $0 += action }
  }
}

/// A flow with a storage of its own.
private struct Flow: Reducer {
  struct State: Equatable {
    var total = 0
    var step: Step.State?
  }

  enum Action: Equatable {
    case open, close
    case step(Step.Action)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .open: state.step = Step.State()
      case .close: state.step = nil
      case .step: break
      }
      return .none
    }
    .ifLet(\.step, action: Action.step) { Step().dependency(\.sharedStorage, SharedStorage()) }
  }
}

private struct Step: Reducer {
  struct State: Equatable { var seen: Int? }
  enum Action: Equatable { case read, add(Int) }

  @SharedValue(.total) var total

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .read:
      state.seen = total
      return .none
    case .add(let number): return .change(.total) { $0 += number }
    }
  }
}
