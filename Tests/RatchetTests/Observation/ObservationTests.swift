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

  @Test("is not told again unless it has read again")
  func forgotten() {
    let store = makeStore()
    let observer = Observer(isRepeating: false) { store.count }
    store.send(.add(1))
    store.send(.add(1))
    #expect(observer.changes == 1)
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

  @Test("of many members by subscript leaves no more than a few watches behind")
  func subscripts() {
    let store = makeStore()
    for index in 0..<10_000 {
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
}

// MARK: - Fixtures

private final class Token: Sendable, Equatable {
  static func == (one: Token, other: Token) -> Bool { one === other }
}

private struct Observed: Reducer {
  struct Opaque { var value = 0 }

  struct State {
    var count = 0
    var name = "a"
    var items = [1, 2, 3]
    var opaque = Opaque()
    var token = Token()
    var isPositive: Bool { count > 0 }

    subscript(square factor: Int) -> Int { factor * count }
  }

  enum Action {
    case add(Int)
    case rename(String)
    case replaceItems([Int])
    case cascade(Int)
    case forthAndBack
    case replaceToken
  }

  var call: @MainActor () -> Void = {}

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .add(let number): state.count += number
    case .rename(let name): state.name = name
    case .replaceItems(let items): state.items = items.map { $0 }
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
