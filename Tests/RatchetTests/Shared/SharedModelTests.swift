import RatchetTesting
import TestSupport

@MainActor @Suite("Random programs with shared values", .serialized)
struct SharedModelTests {
  @Test(
    "apply each change once, of two stores, a file and another program; readers always agree",
    .seeds())
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
        let store = stores[index]
        let (action, number) = Counting.Action.random(&random, store.state)
        let before = store.own.number
        store.send(action)
        #expect(store.own.number == before + number)
        #expect(store.shared(desk.key) == store.own)
        store.send(.look)
        #expect(store.seen == store.own.number)
        added += number
      }
    }
    // What one has saved last, the other takes over when it saves.
    for storage in storages + storages { await storage.flush() }
    for (store, storage) in zip(stores, storages) {
      await settled(store) { $0.own.number == added }
      #expect(storage.value(of: desk.key)?.number == added)
    }
    #expect(desk.errors.all == [])
  }

  @Test("have the order of what reducers returned, whoever else changes the value", .seeds())
  func order() async {
    var random = SeededRandom(Seeds.current)
    let storage = SharedStorage()
    let log = SharedKey<[Int]>("log", default: [], in: .memory)
    let stores = (0..<2).map { _ in
      Store(initialState: Logging.State()) {
        Logging(log: log)
      } withDependencies: {
        $0.sharedStorage = storage
      }
    }
    var expected: [Int] = []
    for number in 0..<20 {
      if random.chance(20) { await Task.yield() }
      let list = [number * 2, number * 2 + 1]
      stores[random.number(below: 2)].send(list)
      expected += list
      #expect(storage.value(of: log) == expected)
    }
    for store in stores { await settled(store) { $0.log == expected } }
  }

  @Test("lose no change under each schedule of a test store, and none from outside", .seeds())
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
        let (action, number) = Counting.Action.random(&random, store.state)
        await store.send(action)
        added += number
      }
      #expect(storage.value(of: desk.key)?.number == added)
    }
    await store.settle()
    await store.skipReceivedActions()
    #expect(store.state.own.number == added)
  }
}

// MARK: - Fixtures

private struct Number: Equatable, Codable, Sendable {
  var number = 0
}

/// A feature that keeps a number, whose children come and go, and read and change it.
private struct Counting: Reducer {
  struct State: Equatable {
    var own = Number()
    var seen = 0
    var child: Child.State?
    var rows: IdentifiedArrayOf<Child.State> = []
  }

  enum Action: Sendable {
    case add(Int)
    case look
    /// Makes a child anew, or removes it.
    case show(Bool)
    case rows([Int])
    case changed
    case child(Child.Action)
    case row(id: Int, Child.Action)

    /// An action that can be sent, and what it adds.
    static func random(
      _ random: inout SeededRandom, _ state: State
    ) -> (action: Action, number: Int) {
      let number = random.number(below: 10)
      let child: Child.Action = random.chance(50) ? .add(number) : .addAndLeave(number)
      let id = state.rows.isEmpty ? nil : state.rows[random.number(below: state.rows.count)].id
      return switch random.number(below: 6) {
      case 0: (.show(random.chance(70)), 0)
      case 1: (.rows((0..<5).filter { _ in random.chance(40) }), 0)
      case 2 where state.child != nil: (.child(child), number)
      case 3, 4: id.map { (.row(id: $0, child), number) } ?? (.add(number), number)
      default: (.add(number), number)
      }
    }
  }

  let key: SharedKey<Number>

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .add(let number): state.own.number += number
      case .look:
        @SharedValue(key) var number
        state.seen = number.number
      case .show(let isShown): state.child = isShown ? Child.State(id: 0) : nil
      case .rows(let ids): state.rows = IdentifiedArray(ids.map { Child.State(id: $0) })
      case .child(.addAndLeave): state.child = nil
      case .row(let id, .addAndLeave): state.rows.remove(id: id)
      case .changed, .child, .row: break
      }
      return .none
    }
    .ifLet(\.child, action: Action.child) { Child(key: key) }
    .forEach(\.rows, action: Action.row) { Child(key: key) }
    .kept(\.own, in: key, changed: .changed)
  }
}

private struct Child: Reducer {
  struct State: Equatable, Identifiable {
    var id: Int
  }

  enum Action: Sendable { case add(Int), addAndLeave(Int) }

  let key: SharedKey<Number>

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .add(let number), .addAndLeave(let number): .change(key) { $0.number += number }
    }
  }
}

/// A feature that appends to a list, one number after the other.
private struct Logging: Reducer {
  struct State: Equatable { var log: [Int] = [] }

  let log: SharedKey<[Int]>

  var body: some Reducer<State, [Int]> {
    Reduce { _, numbers in
      .merge(numbers.map { number in .change(log) { $0.append(number) } })
    }
    .kept(\.log, in: log)
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
