import Observation
import RatchetTesting
import Testing

@MainActor @Suite("A reader of a shared key")
struct SharedReaderTests {
  @Test("has what the kept field had when the action began; in an effect, what it has now")
  func kept() async {
    let store = TestStore(initialState: Desk.State()) { Desk() }
    await store.send(.add(2)) {
      $0.total = 2
      $0.read = [0]
    }
    await store.send(.add(3)) {
      $0.total = 5
      $0.read = [0, 2]
    }
    await store.send(.readLater)
    await store.receive(.didRead(5)) { $0.read = [0, 2, 5] }
  }

  @Test("of an optional value has the stored one, or the key's default, if others are kept")
  func optional() async {
    let key = SharedKey<Int?>("optional", default: 5, in: .memory)
    let read = Box<[Int?]>([])
    let storage = SharedStorage()
    let store = Store(initialState: Desk.State()) {
      Reduce<Desk.State, Desk.Action> { _, _ in
        @SharedReader(key) var value
        MainActor.assumeIsolated { read.value.append(value) }
        return .none
      }
      Desk()
    } withDependencies: {
      $0.sharedStorage = storage
    }
    store.send(.touch)
    #expect(store.shared(key) == 5)
    storage.change(key) { $0 = 6 }
    store.send(.touch)
    storage.change(key) { $0 = nil }
    store.send(.touch)
    #expect(read.value == [5, 6, nil])
    #expect(store.shared(key) == nil)
  }

  @Test("in a store that another store's reducer makes has the stored value, not that one's field")
  func innerStore() {
    let storage = SharedStorage()
    let seen = Box<Int?>(nil)
    let store = Store(initialState: Dial.State(limit: 1), storage: storage) {
      Dial()
      Reduce<Dial.State, Dial.Action> { _, action in
        guard case .touch = action else { return .none }
        MainActor.assumeIsolated {
          let inner = Store(initialState: 0) {
            Reduce<Int, Int> { state, _ in
              @SharedReader(.total) var total
              state = total
              return .none
            }
          }
          inner.send(1)
          seen.value = inner.state
        }
        return .none
      }
    }
    storage.change(.total) { $0 = 5 }
    store.send(.touch)
    #expect(seen.value == 5)
    #expect(store.total == 1 || store.total == 0)
  }

  @Test("in the test itself has what the stores of the test have")
  func inTest() async {
    @SharedReader(.total) var total
    #expect(total == 0)
    let store = TestStore(initialState: Desk.State()) { Desk() }
    await store.send(.set(4)) { $0.total = 4 }
    #expect(total == 4)
    let other = Store(initialState: Desk.State()) { Desk() }
    #expect(other.total == 4)
  }
}

@MainActor @Suite("What a store shows of a shared key")
struct StoreSharedTests {
  @Test("is the kept field, and is watched")
  func kept() {
    let storage = SharedStorage()
    let store = Store(initialState: Desk.State(), storage: storage) { Desk() }
    #expect(changes(of: store) { store.send(.touch) } == 0)
    #expect(changes(of: store) { store.send(.set(2)) } == 1)
    #expect(store.shared(.total) == 2)
    #expect(changes(of: store) { store.send(.set(2)) } == 0)
  }

  @Test("is what the storage has where no feature keeps the key, and is watched")
  func notKept() {
    let storage = SharedStorage()
    let store = Store(initialState: Changing.State(), storage: storage) { Changing() }
    #expect(store.shared(.total) == 0)
    #expect(changes(of: store) { store.send(.add(5)) } == 1)
    #expect(store.shared(.total) == 5)
  }

  private func changes<State, Action>(of store: Store<State, Action>, _ act: () -> Void) -> Int {
    let count = Box(0)
    withObservationTracking {
      _ = store.shared(.total)
    } onChange: {
      MainActor.assumeIsolated { count.value += 1 }
    }
    act()
    return count.value
  }
}

// MARK: - Fixtures

/// A feature that keeps a number and reads it.
private struct Desk: Reducer {
  struct State: Equatable {
    var total = 0
    var read: [Int] = []
    var touches = 0
  }

  enum Action: Equatable { case set(Int), add(Int), readLater, didRead(Int), touch, changed }

  @SharedReader(.total) var total

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .set(let number): state.total = number
      case .add(let number):
        state.total += number
        state.read.append(total)
      case .readLater: return .run { send in await send(.didRead(total)) }
      case .didRead(let number): state.read.append(number)
      case .touch: state.touches += 1
      case .changed: break
      }
      return .none
    }
    .kept(\.total, in: .total, changed: .changed)
  }
}

/// A feature that changes a number which it does not keep.
private struct Changing: Reducer {
  struct State: Equatable {}
  enum Action: Equatable { case add(Int) }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .add(let number): .change(.total) { $0 += number }
    }
  }
}
