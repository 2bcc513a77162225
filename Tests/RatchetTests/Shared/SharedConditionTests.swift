import RatchetTesting

@MainActor @Suite("A condition of a subscription that reads a shared key")
struct SharedConditionTests {
  @Test("is compared in the elements of a stack, and in rows below a row")
  func below() {
    var row = Lamp.State(id: 1)
    row.children = [Lamp.State(id: 2), Lamp.State(id: 3)]
    let store = makeStore(Lamps.State(rows: [row], path: [Lamp.State(id: 4)]))
    store.send(.set(11))
    #expect(lit(store) == 4)
    store.send(.set(1))
    #expect(lit(store) == 0)
  }

  @Test("is compared in rows when somebody else has changed the key, kept or not")
  func outside() async {
    let kept = TestStore(initialState: Lamps.State(rows: [Lamp.State(id: 1)])) {
      Lamps().kept(\.total, in: .total)
    }
    let other = TestStore(initialState: Lamps.State(rows: [Lamp.State(id: 1)])) { Lamps() }
    for (total, count) in [(11, 1), (1, 0)] {
      withShared(.total, total)
      await kept.finish()
      await other.finish()
      #expect(kept.inFlight.filter(\.isSubscription).count { $0.name == "lamp" } == count)
      #expect(other.inFlight.filter(\.isSubscription).count { $0.name == "lamp" } == count)
    }
  }

  @Test("has the key of its own storage, also if one around it reads the same key of another one")
  func twoStorages() async {
    let inner = SharedStorage()
    let store = TestStore(initialState: Lamps.State(lamp: Lamp.State(id: 1))) {
      Lamps(inner: inner).subscription(while: { _ in
        @SharedReader(.total) var total
        return total > 10
      }) {
        .run(name: "outer") { _ in await untilCancelled() }
      }
    }
    func names() -> [String] {
      store.inFlight.filter(\.isSubscription).compactMap(\.name).filter { !$0.hasPrefix("shared") }
        .sorted()
    }
    inner.change(.total) { $0 = 11 }
    await store.finish()
    #expect(names() == ["lamp"])
    withShared(.total, 11)
    await store.finish()
    #expect(names() == ["lamp", "outer"])
    inner.change(.total) { $0 = 1 }
    await store.finish()
    #expect(names() == ["outer"])
  }

  @Test("starts nothing in a store that was dismissed", arguments: [true, false])
  func dismissed(isKept: Bool) async {
    let storage = SharedStorage()
    let store = Store(initialState: Lamps.State(lamp: Lamp.State(id: 1)), storage: storage) {
      if isKept { Lamps().kept(\.total, in: .total) } else { Lamps() }
      Reduce<Lamps.State, Lamps.Action> { _, _ in .run { _ in await dismissFeature() } }
    }
    await store.send(.set(1)).finish()
    #expect(store.isDismissed)
    storage.change(.total) { $0 = 11 }
    await store.finish()
    #expect(store.inFlight.isEmpty && store.registry.isEmpty)
  }

  @Test("is compared again when it had not read the key in between")
  func notReadInBetween() async {
    let store = TestStore(initialState: Lamps.State(lamp: Lamp.State(id: 1))) { Lamps() }
    func isLit() -> Bool { store.inFlight.filter(\.isSubscription).contains { $0.name == "lamp" } }
    await store.send(.lamp(.plug(false))) { $0.lamp?.isPlugged = false }
    withShared(.total, 11)
    await store.finish()
    #expect(!isLit())
    await store.send(.lamp(.plug(true))) { $0.lamp?.isPlugged = true }
    #expect(isLit())
    withShared(.total, 1)
    await store.finish()
    #expect(!isLit())
  }

  private func makeStore(_ state: Lamps.State) -> StoreOf<Lamps> {
    Store(initialState: state, storage: SharedStorage()) { Lamps().kept(\.total, in: .total) }
  }

  private func lit(_ store: StoreOf<Lamps>) -> Int {
    store.inFlight.filter(\.isSubscription).count { $0.name == "lamp" }
  }
}

// MARK: - Fixtures

/// Lamps that are lit while a shared number is large.
private struct Lamps: Reducer {
  struct State: Equatable {
    var total = 0
    var lamp: Lamp.State?
    var rows: IdentifiedArrayOf<Lamp.State> = []
    var path: Stack<Lamp.State> = []
  }

  enum Action: Sendable {
    case set(Int)
    case lamp(Lamp.Action)
    case row(id: Int, Lamp.Action)
    case path(StackAction<Lamp.State, Lamp.Action>)
  }

  var inner: SharedStorage?

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .set(let total) = action { state.total = total }
      return .none
    }
    .ifLet(\.lamp, action: Action.lamp) {
      Lamp().dependency { values in
        if let inner { values.sharedStorage = inner }
      }
    }
    .forEach(\.rows, action: Action.row) { Lamp() }
    .forEach(stack: \.path, action: Action.path) { Lamp() }
  }
}

private struct Lamp: Reducer {
  struct State: Equatable, Identifiable {
    let id: Int
    var isPlugged = true
    var children: IdentifiedArrayOf<State> = []
  }

  indirect enum Action: Sendable {
    case plug(Bool)
    case set(Int)
    case child(id: Int, Action)
  }

  @SharedReader(.total) var total

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .plug(let isPlugged): state.isPlugged = isPlugged
      case .set(let total): return .change(.total) { $0 = total }
      case .child: break
      }
      return .none
    }
    .forEach(\.children, action: Action.child) { Lamp() }
    .subscription(while: { $0.isPlugged && total > 10 }) {
      .run(name: "lamp") { _ in await untilCancelled() }
    }
  }
}
