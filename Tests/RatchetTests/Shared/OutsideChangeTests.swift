import Observation
import RatchetTesting
import TestSupport
import Testing

@MainActor @Suite("A shared key that changes outside of a store")
struct OutsideChangeTests {
  @Test("several times before it is received arrives once, with the last value")
  func several() async {
    let store = TestStore(initialState: Office.State()) { Office() }
    for size in 2...5 { store.dependencies.sharedStorage.change(.theme) { $0.size = size } }
    await store.receive(case: .themeChanged) {
      $0.theme.size = 5
      $0.seen = [5]
    }
    store.dependencies.sharedStorage.change(.theme) { $0.size = 5 }
    await store.finish()
  }

  @Test("has one value with a change that the store has made since: by default, the store's")
  func changedSince() async {
    let store = TestStore(initialState: Office.State()) { Office() }
    store.dependencies.sharedStorage.change(.theme) { $0.size = 2 }
    await store.send(.seat(.lamp(7))) { $0.theme.size = 7 }
    await store.receive(case: .themeChanged) { $0.seen = [7] }
    #expect(store.dependencies.sharedStorage.value(of: .theme)?.size == 7)
    await store.finish()
  }

  @Test("of an optional value, too, has the store's value if the store has changed it since")
  func optional() {
    let key = SharedKey<Int?>("optional", default: 1, in: .memory)
    let storage = SharedStorage()
    let store = Store<Int?, Int?>(initialState: 1) {
      Reduce { state, action in
        state = action
        return .none
      }
      .kept(\.self, in: key)
    } withDependencies: {
      $0.sharedStorage = storage
    }
    storage.change(key) { $0 = 2 }
    store.send(3)
    #expect(store.state == 3)
    #expect(storage.value(of: key) == 3)
  }

  @Test("by element of a collection: nothing is lost that either side has changed")
  func mergedByElement() async {
    let store = TestStore(initialState: Names.State()) { Names() }
    let storage = store.dependencies.sharedStorage
    storage.change(.names) {
      $0[id: 1]?.text = "theirs"
      $0.remove(id: 3)
      $0.append(Name(id: 5, text: "added by them"))
    }
    await store.send(
      .change {
        $0[id: 2]?.text = "mine"
        $0.insert(Name(id: 6, text: "added by me"), at: 0)
      }
    ) {
      $0.names[id: 2]?.text = "mine"
      $0.names.insert(Name(id: 6, text: "added by me"), at: 0)
    }
    await store.receive(case: .changed) {
      $0.names = [
        Name(id: 6, text: "added by me"), Name(id: 1, text: "theirs"), Name(id: 2, text: "mine"),
        Name(id: 4, text: "four"), Name(id: 5, text: "added by them"),
      ]
    }
    #expect(storage.value(of: .names) == store.state.names)
  }

  @Test("by another store of the same storage arrives there, and not where it was made")
  func twoStores() async {
    let storage = SharedStorage()
    let one = OfficeStore(.full, storage: storage)
    let other = OfficeStore(Office.State(theme: Theme(size: 50)), storage: storage)
    #expect(other.theme.size == 1)
    one.send(.change { $0.theme.size = 3 })
    await settled(other) { $0.seen == [3] }
    #expect(other.theme.size == 3)
    other.send(.change { $0.theme.size = 4 })
    await settled(one) { $0.seen == [4] }
    #expect(other.state.seen == [3])
    #expect(one.theme.size == 4)
  }
}

// MARK: - Fixtures

/// Returns when a condition holds for the state of a store; fails after a minute.
@MainActor func settled<State, Action>(
  _ store: Store<State, Action>, sourceLocation: SourceLocation = #_sourceLocation,
  until condition: @escaping (State) -> Bool
) async {
  let (changes, change) = AsyncStream.makeStream(of: Void.self)
  let limit = Task {
    try await Task.sleep(for: .seconds(60))
    change.finish()
  }
  defer { limit.cancel() }
  var iterator = changes.makeAsyncIterator()
  while !condition(store.state) {
    withObservationTracking {
      _ = store.state
    } onChange: {
      change.yield()
    }
    if await iterator.next(isolation: #isolation) != nil { continue }
    Issue.record("not settled within a minute: \(store.state)", sourceLocation: sourceLocation)
    return
  }
}

private struct Name: Equatable, Identifiable, Sendable {
  let id: Int
  var text: String
}

extension SharedKey where Value == IdentifiedArrayOf<Name> {
  fileprivate static var names: Self { SharedKey("names", default: [], in: .memory) }
}

private struct Names: Reducer {
  struct State: Equatable {
    var names: IdentifiedArrayOf<Name> = [
      Name(id: 1, text: "one"), Name(id: 2, text: "two"), Name(id: 3, text: "three"),
      Name(id: 4, text: "four"),
    ]
  }

  enum Action {
    case change(@Sendable (inout IdentifiedArrayOf<Name>) -> Void)
    case changed
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .change(let change) = action { change(&state.names) }
      return .none
    }
    .kept(\.names, in: .names, changed: .changed)
  }
}
