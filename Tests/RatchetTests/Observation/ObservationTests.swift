import Observation
import RatchetTesting
import Testing

@Suite("An observer of a store") @MainActor
struct ObservationTests {
  @Test("is told of a change of what it read, and finds the new state")
  func change() {
    let store = makeStore()
    let observer = Observer { store.count }
    store.send(.add(2))
    store.send(.add(3))
    #expect(observer.seen == [0, 2, 5])
  }

  @Test("is not told of a change of something else")
  func otherField() {
    let store = makeStore()
    let observer = Observer { store.count }
    store.send(.rename("b"))
    #expect(observer.changes == 0)
  }

  @Test("is not told when a value is set to an equal one")
  func equalValue() {
    let store = makeStore()
    let name = Observer { store.name }
    let items = Observer { store.items }
    store.send(.rename("a"))
    store.send(.replaceItems([1, 2, 3]))
    #expect(name.changes == 0)
    #expect(items.changes == 0)
    store.send(.replaceItems([1, 2, 4]))
    #expect(items.seen == [[1, 2, 3], [1, 2, 4]])
  }

  @Test("is told of a collection that was changed in place")
  func inPlace() {
    let store = makeStore()
    let observer = Observer { store.items }
    store.send(.appendItem(4))
    #expect(observer.seen == [[1, 2, 3], [1, 2, 3, 4]])
  }

  @Test("is told once, whatever it read has changed")
  func once() {
    let store = makeStore()
    let observer = Observer { "\(store.name) \(store.count)" }
    store.send(.both("b", 1))
    #expect(observer.seen == ["a 0", "b 1"])
  }

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

  @Test("reads a computed property and is told when its value differs")
  func computed() {
    let store = makeStore()
    let observer = Observer { store.isPositive }
    store.send(.add(1))
    store.send(.add(1))
    store.send(.add(-2))
    #expect(observer.seen == [false, true, false])
  }

  @Test("reads through a nested part and is told of the first level")
  func nested() {
    let store = makeStore()
    let observer = Observer { store.nested.depth }
    store.send(.rename("b"))
    #expect(observer.changes == 0)
    store.send(.deepen)
    #expect(observer.seen == [0, 1])
  }

  @Test("is not told again unless it has read again")
  func forgotten() {
    let store = makeStore()
    let observer = Observer(isRepeating: false) { store.count }
    store.send(.add(1))
    store.send(.add(1))
    #expect(observer.changes == 1)
  }

  @Test("is not disturbed by others, of whom each is told")
  func several() {
    let store = makeStore()
    let observers = (0..<10).map { _ in Observer { store.count } }
    store.send(.add(1))
    #expect(observers.allSatisfy { $0.seen == [0, 1] })
  }

  @Test("sees the end of a batch only: actions of effects that begin at once belong to it")
  func batch() {
    let store = makeStore()
    let observer = Observer { store.count }
    store.send(.cascade(5))
    #expect(observer.seen == [0, 5])
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
    let table = WatchCount(store)
    for _ in 0..<1_000 { store.send(.add(1)) }
    #expect(observer.changes == 1_000)
    #expect(table.watches == 1)
  }

  @Test("of many members by subscript leaves no more than a few watches behind")
  func subscripts() {
    let store = makeStore()
    for index in 0..<10_000 {
      let observer = Observer(isRepeating: false) { store[dynamicMember: \.[square: index]] }
      store.send(.add(1))
      #expect(observer.changes == (index == 0 ? 0 : 1))
    }
    #expect(WatchCount(store).watches < 200)
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

@MainActor private struct WatchCount {
  let store: StoreOf<Observed>

  init(_ store: StoreOf<Observed>) { self.store = store }

  var watches: Int { store.watchCount }
}

private struct Generic<Value: BinaryInteger>: Hashable {}

private final class Token: Sendable, Equatable {
  static func == (one: Token, other: Token) -> Bool { one === other }
}

private struct Observed: Reducer {
  struct Opaque { var value = 0 }
  struct Nested: Equatable { var depth = 0 }

  struct State {
    var count = 0
    var name = "a"
    var items = [1, 2, 3]
    var opaque = Opaque()
    var nested = Nested()
    var token = Token()
    var isPositive: Bool { count > 0 }

    subscript(square factor: Int) -> Int { factor * count }
    subscript<Value: BinaryInteger>(count _: Generic<Value>) -> Value { Value(count) }
  }

  enum Action {
    case add(Int)
    case rename(String)
    case both(String, Int)
    case appendItem(Int)
    case replaceItems([Int])
    case deepen
    case cascade(Int)
    case forthAndBack
    case replaceToken
  }

  var call: @MainActor () -> Void = {}

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .add(let number): state.count += number
    case .rename(let name): state.name = name
    case .both(let name, let number):
      state.name = name
      state.count += number
    case .appendItem(let item): state.items.append(item)
    case .replaceItems(let items): state.items = items.map { $0 }
    case .deepen: state.nested.depth += 1
    case .cascade(let number):
      state.count += 1
      if number > 1 { return .run { send in await send(.cascade(number - 1)) } }
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
