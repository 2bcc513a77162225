import Observation
import RatchetTesting
import Testing

@MainActor @Suite("A field that is kept in a shared key")
struct KeptFieldTests {
  @Test("has what the storage has when its store begins, or gives it its initial value")
  func beginning() {
    let storage = SharedStorage()
    let one = OfficeStore(Office.State(theme: Theme(size: 4)), storage: storage)
    #expect(storage.value(of: .theme)?.size == 4)
    let other = OfficeStore(.full, storage: storage)
    #expect(one.theme.size == 4 && other.theme.size == 4)
  }

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

  @Test("comes to rest in two stores of which each allows something else")
  func clampedTwice() async {
    let storage = SharedStorage()
    let stores = [Dial.store(limit: 100, storage), Dial.store(limit: 50, storage)]
    stores[0].send(.set(80))
    await settled(stores[1]) { $0.total == 50 }
    stores[1].send(.set(20))
    await settled(stores[0]) { $0.total == 20 }
    #expect(stores.map(\.announced) == [1, 1])
    #expect(stores.map(\.statistics.actions) == [2, 2])
    #expect(storage.value(of: .total) == 20)
  }

  @Test("has a child's change that is returned in the action that removes the child")
  func saveAndClose() {
    let storage = SharedStorage()
    let store = OfficeStore(.full, storage: storage)
    store.send(.guest(.leave))
    #expect(store.guest == nil)
    #expect(store.theme.name == "left")
    #expect(storage.value(of: .theme)?.name == "left")
  }

  @Test("in two keys comes to rest, whichever changes")
  func twoKeys() async {
    let (one, two) = (SharedKey<Int>.total, SharedKey("other", default: 0, in: .memory))
    let store = TestStore(initialState: Dial.State(limit: 100)) {
      Dial().kept(\.total, in: two)
    }
    let storage = store.dependencies.sharedStorage
    await store.send(.set(3)) { $0.total = 3 }
    storage.change(one) { $0 = 5 }
    await store.receive(.changed) {
      $0.total = 5
      $0.announced = 1
    }
    #expect([storage.value(of: one), storage.value(of: two)] == [5, 5])
    storage.change(two) { $0 = 6 }
    await store.finish()
    #expect(store.state.total == 6)
    await store.send(.touch) { $0.touches = 1 }
    #expect([storage.value(of: one), storage.value(of: two)] == [6, 6])
  }

  @Test("stays equal in two stores without an action that announces changes; who watches is told")
  func silent() async {
    let storage = SharedStorage()
    let stores = (0..<2).map { _ in
      Store(initialState: 0) {
        Quiet()
      } withDependencies: {
        $0.sharedStorage = storage
      }
    }
    stores[0].send(3)
    await settled(stores[1]) { $0 == 3 }
    stores[1].send(4)
    await settled(stores[0]) { $0 == 4 }
    #expect(stores.map(\.statistics.actions) == [1, 1])
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

  @Test("may be computed, or lie in a computed child")
  func computed() {
    let storage = SharedStorage()
    let store = Store(initialState: Panel.State()) {
      Scope(state: \.mirrored, action: Panel.Action.dial) { Dial() }
    } withDependencies: {
      $0.sharedStorage = storage
    }
    store.send(.dial(.set(9)))
    #expect(store.dial.total == 9)
    #expect(storage.value(of: .total) == 9)
  }

  @Test("has its key under the dependencies of its feature")
  func otherDependency() {
    let storage = SharedStorage()
    let store = Store(initialState: 0) {
      Renamed().dependency { $0[KeyName.self] = "inner" }
    } withDependencies: {
      $0.sharedStorage = storage
    }
    store.send(3)
    #expect(storage.value(of: Renamed.key("inner")) == 3)
    #expect(storage.value(of: Renamed.key("outer")) == nil)
  }

  @Test("is seen as changed by an operator around it, also if an effect of its reducer changed it")
  func onChange() {
    let store = Store(initialState: Dial.State(limit: 100)) {
      Dial().onChange(of: \.total) { _, total in
        Reduce { state, _ in
          state.seen.append(total)
          return .none
        }
      }
    }
    store.send(.set(3))
    store.send(.add(2))
    #expect(store.seen == [3, 5])
  }

  @Test("releases what it had when the state is not being changed")
  func release() {
    let counts = Box<[Int]>([])
    let storage = SharedStorage()
    let store = Store(initialState: Holder.State()) {
      Holder()
    } withDependencies: {
      $0.sharedStorage = storage
    }
    store.send(.hold { counts.value.append(1) })
    store.send(.drop)
    #expect(counts.value == [1])
  }
}

// MARK: - Fixtures

/// A number up to a limit.
private struct Dial: Reducer {
  struct State: Equatable {
    var limit = 100
    var total = 0 { didSet { total = min(total, limit) } }
    var announced = 0
    var touches = 0
    var seen: [Int] = []

    init(limit: Int = 100) { self.limit = limit }
  }

  enum Action: Equatable { case set(Int), add(Int), touch, changed }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .set(let total): state.total = total
      case .add(let number): return .change(.total) { $0 += number }
      case .touch: state.touches += 1
      case .changed: state.announced += 1
      }
      return .none
    }
    .kept(\.total, in: .total, changed: .changed)
  }

  @MainActor static func store(limit: Int, _ storage: SharedStorage) -> StoreOf<Dial> {
    Store(initialState: State(limit: limit)) {
      Dial()
    } withDependencies: {
      $0.sharedStorage = storage
    }
  }
}

/// A feature with a dial.
private struct Panel: Reducer {
  struct State: Equatable {
    var dial = Dial.State()

    var mirrored: Dial.State {
      get { dial }
      set { dial = newValue }
    }
  }

  enum Action: Equatable { case dial(Dial.Action) }

  var body: some ReducerOf<Self> {
    Scope(state: \.dial, action: Action.dial) { Dial() }
  }
}

/// A number that is kept, and whose changes from outside nothing announces.
private struct Quiet: Reducer {
  var body: some Reducer<Int, Int> {
    Reduce { state, action in
      state = action
      return .none
    }
    .kept(\.self, in: .total)
  }
}

private enum KeyName: DependencyKey {
  static let liveValue = "outer"
  static let testValue = "outer"
}

/// A feature whose key has a name that a dependency gives.
private struct Renamed: Reducer {
  @Dependency(KeyName.self) var name

  static func key(_ name: String) -> SharedKey<Int> { SharedKey(name, default: 0, in: .memory) }

  var body: some Reducer<Int, Int> {
    Reduce { state, action in
      state = action
      return .none
    }
    .kept(\.self, in: Self.key(name))
  }
}

/// Something that tells when it is released.
private final class Held: Equatable, Sendable {
  private let onRelease: @MainActor @Sendable () -> Void

  init(onRelease: @escaping @MainActor @Sendable () -> Void) { self.onRelease = onRelease }

  deinit { MainActor.assumeIsolated { [onRelease] in onRelease() } }

  static func == (one: Held, other: Held) -> Bool { one === other }
}

extension SharedKey where Value == [Held] {
  fileprivate static var held: Self { SharedKey("held", default: [], in: .memory) }
}

private struct Holder: Reducer {
  struct State { var held: [Held] = [] }

  enum Action {
    case hold(@MainActor @Sendable () -> Void)
    case drop
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .hold(let onRelease): state.held = [Held(onRelease: onRelease)]
      case .drop: state.held = []
      }
      return .none
    }
    .kept(\.held, in: .held)
  }
}
