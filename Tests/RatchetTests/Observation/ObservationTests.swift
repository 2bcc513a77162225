import Observation
import RatchetTesting
import TestSupport
import Testing

@Suite("An observer of a store") @MainActor
struct ObservationTests {
  @Test("is told of each batch when it reads what cannot be compared")
  func incomparable() {
    let store = makeStore()
    let observer = Observer { store.opaque.value }
    store.send(.rename("b"))
    store.send(.rename("c"))
    #expect(observer.changes == 2)
  }

  @Test("is told of each batch when it reads the whole state")
  func wholeState() {
    let store = makeStore()
    let observer = Observer { store.state.count }
    store.send(.rename("a"))
    #expect(observer.changes == 1)
  }

  @Test("is not told when a batch ends where it began")
  func backAndForth() {
    let store = makeStore()
    let observer = Observer { store.count }
    store.send(.forthAndBack)
    #expect(observer.changes == 0)
    #expect(store.statistics.actions == 2)
  }

  @Test("is told of a difference from what it read in the middle of a batch")
  func readInTheMiddle() {
    let slot = Slot<Observer<Int>>()
    let holder = Slot<StoreOf<Observed>>()
    let store = makeStore {
      if slot.value == nil { slot.value = holder.value.map { store in Observer { store.count } } }
    }
    holder.value = store
    let early = Observer { store.count }
    store.send(.forthAndBack)
    #expect(slot.value?.seen == [1, 0])
    #expect(early.seen.last == 0)
    holder.value = nil
    slot.value = nil
  }

  @Test("finds a member by any key path that is equal, and tables do not grow")
  func equalKeyPaths() {
    let store = makeStore()
    let observer = Observer { read(store, Int.self) }
    for _ in 0..<1_000 { store.send(.add(1)) }
    #expect(observer.changes == 1_000)
    #expect(store.watchCount == 1)
  }

  @Test(
    "of many members by subscript leaves no more than a few watches behind",
    .deep(10_000, small: 500))
  func subscripts() {
    let store = makeStore()
    for index in 0..<Deep.size {
      let observer = Observer(isRepeating: false) { store[dynamicMember: \.[square: index]] }
      store.send(.add(1))
      #expect(observer.changes == (index == 0 ? 0 : 1))
    }
    #expect(store.watchCount < 200)
  }

  @Test("keeps nothing of a value alive that has been announced")
  func released() {
    let store = makeStore()
    let observer = Observer(isRepeating: false) { _ = store.token }
    weak let token = store.state.token
    store.send(.replaceToken)
    #expect(observer.changes == 1)
    #expect(token == nil)
    withExtendedLifetime(observer) {}
  }

  private func makeStore(call: @escaping @MainActor () -> Void = {}) -> StoreOf<Observed> {
    Store(initialState: Observed.State()) { Observed(call: call) }
  }

  /// A key path that is a new object in each call.
  private func read<Value: BinaryInteger>(_ store: StoreOf<Observed>, _ type: Value.Type) -> Value {
    store[dynamicMember: \.[count: Generic<Value>()]]
  }
}

// MARK: - Fixtures

private struct Generic<Value: BinaryInteger>: Hashable {}

private final class Token: Sendable, Equatable {
  static func == (one: Token, other: Token) -> Bool { one === other }
}

private struct Observed: Reducer {
  struct Opaque { var value = 0 }

  struct State {
    var count = 0
    var name = "a"
    var opaque = Opaque()
    var token = Token()

    subscript(square factor: Int) -> Int { factor * count }
    subscript<Value: BinaryInteger>(count _: Generic<Value>) -> Value { Value(count) }
  }

  enum Action {
    case add(Int)
    case rename(String)
    case forthAndBack
    case replaceToken
  }

  var call: @MainActor () -> Void = {}

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .add(let number): state.count += number
    case .rename(let name): state.name = name
    case .forthAndBack:
      state.count += 1
      return .run { [call] send in
        call()
        await send(.add(-1))
      }
    case .replaceToken: state.token = Token()
    }
    return .none
  }
}
