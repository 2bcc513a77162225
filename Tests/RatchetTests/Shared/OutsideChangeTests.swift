import Observation
import RatchetTesting
import Testing

@MainActor @Suite("A shared key that changes outside of a store")
struct OutsideChangeTests {
  @Test("arrives as an action, and all mirrors have the new value when it is reduced")
  func arrives() async {
    let store = TestStore(initialState: Office.State.full) { Office() }
    store.dependencies.sharedStorage.change(.theme) { $0.size = 2 }
    await store.receive(case: .themeChanged) {
      $0.theme.size = 2
      $0.seen = [2]
    }
    #expect(Set(store.state.sizes) == [2])
  }

  @Test("is asserted once for all mirrors, at any of them, also where the test asserts a part")
  func assertedOnce() async {
    let store = TestStore(initialState: Office.State.full) { Office() }
    await store.send(.seat(.lamp(3))) { $0.theme.size = 3 }
    await store.send(.seat(.lamp(4))) { $0.rows[id: 1]?.lamp.theme.size = 4 }
    await store.send(.change { $0.guest = nil }) { $0.guest = nil }
    await store.send(.change { $0.guest = Seat.State(id: 8) }) { $0.guest = Seat.State(id: 8) }
    store.exhaustivity = .off
    await store.send(.seat(.lamp(5))) { $0.theme.size = 5 }
  }

  @Test("is a failure of a test that does not assert it")
  func notAsserted() async {
    let store = TestStore(initialState: Office.State()) { Office() }
    await withKnownIssue {
      await store.send(.seat(.enlarge))
    } matching: { issue in
      issue.description.contains("+     size: 2")
    }
  }

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
    #expect(store.dependencies.sharedStorage.value(of: .theme)?.size == 7)
    await store.finish()
  }

  @Test("is merged by the key with a change that the store has made since")
  func merged() async {
    let store = TestStore(initialState: Tally.State()) { Tally() }
    store.dependencies.sharedStorage.change(.total) { $0 += 10 }
    await store.send(.add(1)) { $0.total = 1 }
    await store.send(.add(100)) { $0.total = 101 }
    await store.receive(.changed) { $0.total = 111 }
    #expect(store.dependencies.sharedStorage.value(of: .total) == 111)
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
    #expect(Set(other.state.sizes) == [1])
    one.send(.seat(.lamp(3)))
    await settled(other) { $0.seen == [3] }
    #expect(Set(other.state.sizes) == [3])
    other.send(.seat(.lamp(4)))
    await settled(one) { $0.seen == [4] }
    #expect(other.state.seen == [3])
    #expect(Set(one.state.sizes) == [4])
  }

  @Test("in its storage wins over the initial state")
  func storageWins() {
    let storage = SharedStorage()
    storage.change(.theme) { $0.name = "stored" }
    let store = OfficeStore(.full, storage: storage)
    #expect(Set(store.state.themes) == [Theme(size: 1, name: "stored")])
  }

  @Test("before a feature appears is what that feature gets")
  func lateFeature() async {
    let store = TestStore(initialState: Late.State()) { Late() }
    store.dependencies.sharedStorage.change(.total) { $0 = 4 }
    await store.send(.toggle) { $0.tally = Tally.State(total: 4) }
    store.dependencies.sharedStorage.change(.total) { $0 = 5 }
    await store.receive(.tally(.changed)) { $0.tally?.total = 5 }
    await store.send(.toggle) { $0.tally = nil }
    store.dependencies.sharedStorage.change(.total) { $0 = 6 }
    await store.send(.toggle) { $0.tally = Tally.State(total: 6) }
  }

  @Test("is taken by another feature if the one that took it leaves in the action that adds it")
  func movingReceiver() async {
    let store = TestStore(initialState: Board.State()) { Board() }
    let storage = store.dependencies.sharedStorage
    for id in 1...3 {
      await store.send(.show([id])) { $0.rows = [Board.Row(id: id, total: id - 1)] }
      storage.change(.total) { $0 = id }
      await store.receive(.row(id: id, .changed)) { $0.rows[id: id]?.total = id }
    }
  }

  @Test("is taken by the next feature when the first one of two leaves later")
  func nextReceiver() async {
    let messages = Messages()
    let storage = SharedStorage()
    let store = Store(initialState: Board.State()) {
      Board()
    } withDependencies: {
      $0.log = messages.sink
      $0.sharedStorage = storage
    }
    store.send(.show([1, 2]))
    #expect(messages.texts.count == 1)
    store.send(.show([2]))
    storage.change(.total) { $0 = 7 }
    await settled(store) { $0.rows[id: 2]?.total == 7 }
    #expect(messages.texts.count == 1)
  }

  @Test("is that of one test store: another one has a storage of its own")
  func ownStorage() async {
    let one = TestStore(initialState: Tally.State()) { Tally() }
    let other = TestStore(initialState: Tally.State()) { Tally() }
    await one.send(.add(3)) { $0.total = 3 }
    #expect(one.dependencies.sharedStorage.value(of: .total) == 3)
    #expect(other.dependencies.sharedStorage.value(of: .total) == 0)
  }
}

// MARK: - Fixtures

/// Returns when a condition holds for the state of a store.
@MainActor func settled<State, Action>(
  _ store: Store<State, Action>, until condition: @escaping (State) -> Bool
) async {
  while !condition(store.state) {
    await withCheckedContinuation { continuation in
      withObservationTracking {
        _ = store.state
      } onChange: {
        continuation.resume()
      }
    }
  }
}

private struct Tally: Reducer {
  struct State: Equatable { var total = 0 }
  enum Action: Equatable { case add(Int), changed }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .add(let number) = action { state.total += number }
      return .none
    }
    .shared(\.total, .total, changed: Action.changed)
  }
}

/// A feature with rows, each of which takes the changes.
private struct Board: Reducer {
  struct State: Equatable { var rows: IdentifiedArrayOf<Row> = [] }
  struct Row: Equatable, Identifiable {
    let id: Int
    var total = 0
  }

  enum Action: Equatable {
    case show([Int])
    case row(id: Int, RowAction)
  }
  enum RowAction: Equatable { case changed }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .show(let ids) = action {
        state.rows = IdentifiedArray(ids.map { state.rows[id: $0] ?? Row(id: $0) })
      }
      return .none
    }
    .forEach(\.rows, action: Action.row) {
      EmptyReducer<Row, RowAction>().shared(\.total, .total, changed: RowAction.changed)
    }
  }
}

private struct Late: Reducer {
  struct State: Equatable { var tally: Tally.State? }
  enum Action: Equatable {
    case toggle
    case tally(Tally.Action)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if action == .toggle { state.tally = state.tally == nil ? Tally.State(total: -1) : nil }
      return .none
    }
    .ifLet(\.tally, action: Action.tally) { Tally() }
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
    .shared(\.names, .names, changed: Action.changed)
  }
}
