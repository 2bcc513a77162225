import RatchetTesting
import Testing

@MainActor @Suite("A field that is kept in a shared key")
struct KeptFieldTests {
  @Test("is not changed by a child that is made anew, in place or not, nor by loading it again")
  func remade() {
    let storage = SharedStorage()
    let store = OfficeStore(.full, storage: storage)
    store.send(.seat(.lamp(7)))
    store.change { $0.guest = Seat.State() }
    store.change { $0.guest = Seat.State() }
    store.change { $0.rows = [Seat.State(id: 1), Seat.State(id: 2)] }
    store.change { $0.seat = Seat.State() }
    #expect(store.theme.size == 7)
    #expect(storage.value(of: .theme)?.size == 7)
  }

  @Test("that allows less than it is given overwrites nothing without an action")
  func clamped() async {
    let storage = SharedStorage()
    storage.change(.total) { $0 = 500 }
    let store = Dial.store(limit: 100, storage)
    #expect(store.total == 100)
    #expect(storage.value(of: .total) == 500)
    store.send(.touch)
    #expect(storage.value(of: .total) == 500)
    storage.change(.total) { $0 = 600 }
    await settled(store) { $0.announced == 1 }
    #expect(storage.value(of: .total) == 600)
    store.send(.set(40))
    #expect(storage.value(of: .total) == 40)
  }

  @Test("of a child is announced to the child")
  func ofChild() async {
    let store = TestStore(initialState: Panel.State()) { Panel() }
    await store.send(.dial(.set(3))) { $0.dial.total = 3 }
    store.dependencies.sharedStorage.change(.total) { $0 = 8 }
    await store.receive(.dial(.changed)) {
      $0.dial.total = 8
      $0.dial.announced = 1
    }
  }
}

// MARK: - Fixtures

/// A number up to a limit.
struct Dial: Reducer {
  struct State: Equatable {
    var limit = 100
    var total = 0 { didSet { total = min(total, limit) } }
    var announced = 0
    var touches = 0
    var seen: [Int] = []

    init(limit: Int = 100) { self.limit = limit }
  }

  enum Action: Equatable { case set(Int), add(Int), touch, child, changed }

  var changed: Action? = .changed

  var body: some ReducerOf<Self> {
    let dial = Reduce<State, Action> { state, action in
      switch action {
      case .set(let total): state.total = total
      case .add(let number): return .change(.total) { $0 += number }
      case .touch: state.touches += 1
      case .child: break
      case .changed: state.announced += 1
      }
      return .none
    }
    if let changed {
      dial.kept(\.total, in: .total, changed: changed)
    } else {
      dial.kept(\.total, in: .total)
    }
  }

  @MainActor static func store(limit: Int, _ storage: SharedStorage) -> StoreOf<Dial> {
    Store(initialState: State(limit: limit), storage: storage) { Dial() }
  }
}

/// A feature with a dial.
private struct Panel: Reducer {
  struct State: Equatable {
    var dial = Dial.State()
  }

  enum Action: Equatable { case dial(Dial.Action) }

  var body: some ReducerOf<Self> {
    Scope(state: \.dial, action: Action.dial) { Dial() }
  }
}
