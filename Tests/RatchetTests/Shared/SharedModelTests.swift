import RatchetTesting
import TestSupport

@MainActor @Suite("Random programs with shared state", .serialized)
struct SharedModelTests {
  @Test(
    "lose no update of two stores, a file and another program; mirrors are always equal", .seeds())
  func stores() async throws {
    var random = SeededRandom(Seeds.current)
    let desk = try CountingDesk()
    let storages = (0..<2).map { _ in SharedStorage.files(onError: desk.errors.sink) }
    let stores = storages.map { desk.store(in: $0) }
    var added = 0
    for _ in 0..<20 {
      let index = random.number(below: 2)
      switch random.number(below: 10) {
      case 0: await storages[index].flush()
      case 1:
        withDependencies {
          $0.continuousClock = TestClock()
        } operation: {
          storages[index].change(desk.key) { $0.number += 1 }
        }
        added += 1
      case 2: await Task.yield()
      default:
        let (edit, number) = CountingEdit.random(&random)
        let before = stores[index].state.own.number
        stores[index].send(.edit(edit))
        let after = stores[index].state
        #expect(after.areEqual)
        #expect(after.own.number >= before + number)
        added += number
      }
    }
    // What one has saved last, the other takes over when it saves.
    for storage in storages + storages { await storage.flush() }
    for (store, storage) in zip(stores, storages) {
      await settled(store) { $0.own.number == added }
      #expect(store.state.areEqual)
      #expect(storage.value(of: desk.key)?.number == added)
    }
    #expect(desk.errors.all == [])
  }

  @Test(
    "have one value in all mirrors under each schedule, and lose no change from outside", .seeds())
  func testStore() async throws {
    var random = SeededRandom(Seeds.current)
    let desk = try CountingDesk()
    let schedule: Schedule = random.chance(30) ? .inOrder : .seed(Seeds.current)
    let store = TestStore(initialState: Counting.State(), schedule: schedule) {
      Counting(key: desk.key)
    }
    let storage = store.dependencies.sharedStorage
    store.exhaustivity = .off(showSkipped: false)
    var added = 0
    for _ in 0..<15 {
      if random.chance(30) {
        storage.change(desk.key) { $0.number += 100 }
        added += 100
      } else {
        let (edit, number) = CountingEdit.random(&random)
        await store.send(.edit(edit))
        added += number
      }
      #expect(store.state.areEqual)
      #expect(storage.value(of: desk.key)?.number == added)
    }
    await store.settle()
    await store.skipReceivedActions()
    #expect(store.state.own.number == added)
  }
}

// MARK: - Fixtures

/// A feature whose children come and go, each with a mirror.
private struct Counting: Reducer {
  struct State: Equatable {
    var own = Number()
    var child: Child.State?
    var rows: IdentifiedArrayOf<Child.State> = []

    var areEqual: Bool {
      ((child.map { [$0] } ?? []) + rows).allSatisfy { $0.own == own }
    }
  }

  enum Action: Sendable {
    case edit(CountingEdit)
    case changed
    case child(Never)
    case row(id: Int, Never)
  }

  let key: SharedKey<Number>

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .edit(let edit) = action { edit.apply(to: &state) }
      return .none
    }
    .shared(\.own, key, changed: Action.changed)
    .ifLet(\.child, action: Action.child) { Child(key: key) }
    .forEach(\.rows, action: Action.row) { Child(key: key) }
  }
}

private struct Number: Equatable, Codable, Sendable {
  var number = 0
}

private struct Child: Reducer {
  struct State: Equatable, Identifiable {
    var id: Int
    var own = Number(number: -1)
  }

  let key: SharedKey<Number>

  var body: some Reducer<State, Never> { EmptyReducer().shared(\.own, key) }
}

/// What an action does: features come and go, and mirrors are changed.
private struct CountingEdit: Sendable {
  var added: [Int] = []
  var removed: [Int] = []
  var togglesChild = false
  /// By how much a mirror is changed: that of the feature itself, of the child, or of a row.
  var changes: [(mirror: Int, number: Int)] = []

  static func random(_ random: inout SeededRandom) -> (CountingEdit, number: Int) {
    var edit = CountingEdit()
    if random.chance(40) { edit.added = [random.number(below: 5)] }
    if random.chance(30) { edit.removed = [random.number(below: 5)] }
    edit.togglesChild = random.chance(20)
    // The feature's own mirror is there whatever comes and goes.
    let number = random.number(below: 10)
    if number > 0 { edit.changes = [(random.number(below: 4), number)] }
    return (edit, number)
  }

  func apply(to state: inout Counting.State) {
    for (mirror, number) in changes {
      // Of a feature that is there before and after.
      if mirror == 1, !togglesChild, state.child != nil {
        state.child?.own.number += number
      } else if mirror > 1, let id = state.rows.ids.first(where: { !removed.contains($0) }) {
        state.rows[id: id]?.own.number += number
      } else {
        state.own.number += number
      }
    }
    for id in added where state.rows[id: id] == nil { state.rows.append(Child.State(id: id)) }
    for id in removed where !added.contains(id) { state.rows.remove(id: id) }
    if togglesChild { state.child = state.child == nil ? Child.State(id: 0) : nil }
  }
}

@MainActor private struct CountingDesk {
  let folder: Folder
  let key: SharedKey<Number>
  let errors = FileDesk.Errors()

  init() throws {
    folder = try Folder()
    key = SharedKey("number", default: Number(), in: .file(folder.path("number.json"))) {
      base, mine, theirs in Number(number: mine.number + theirs.number - base.number)
    }
  }

  func store(in storage: SharedStorage) -> StoreOf<Counting> {
    Store(initialState: Counting.State()) {
      Counting(key: key)
    } withDependencies: {
      $0.sharedStorage = storage
      $0.continuousClock = TestClock()
    }
  }
}
