import RatchetTesting
import TestSupport

@MainActor
@Suite("Random programs of features that share a list", .serialized, .timeLimit(.minutes(20)))
struct SharedProgramTests {
  @Test("apply each change once and in order, and all readers agree at every moment", .seeds())
  func oneStorage() async {
    var random = SeededRandom(Seeds.current)
    let storage = SharedStorage()
    let stores = (0..<2).map { _ in Ward.store(in: storage) }
    let reader = Store(initialState: Bed.State(id: 0), storage: storage) { Bed() }
    var expected: [Int] = []
    for number in 1...25 {
      let store = random.element(of: stores)
      let before = store.notes
      // What others have added arrives later, in their order.
      #expect(before.isSubsequence(of: expected))
      let (action, added) = Ward.Action.random(&random, store.state, 10 * number)
      store.send(action)
      expected += added
      #expect(storage.value(of: .notes) ?? [] == expected)
      #expect(store.notes == before + added)
      #expect(store.shared(.notes) == store.notes)
      #expect(store.seen.allSatisfy { $0 == before })
      if random.chance(30) {
        reader.send(.add([-number]))
        expected.append(-number)
        reader.send(.look)
        #expect(reader.seen == expected && reader.shared(.notes) == expected)
      }
      if random.chance(20) {
        for store in stores { await settled(store) { $0.notes == expected } }
      }
    }
    for store in stores {
      await settled(store) { $0.notes == expected }
      store.send(.panel(.look))
      #expect(store.panel.seen == expected && store.shared(.notes) == expected)
    }
  }

  @Test(
    "lose nothing between two programs with one file, which keep the order of each",
    .seeds(Deep.isFull ? Seeds.count : UInt64(5)))
  func oneFile() async throws {
    var random = SeededRandom(Seeds.current)
    let folder = try Folder()
    let errors = FileDesk.Errors()
    let key = SharedKey<[Int]>.notes(in: .file(folder.path("notes.json")))
    let storages = (0..<2).map { _ in SharedStorage.files(onError: errors.sink) }
    let stores = storages.map { Ward.store(key, in: $0) }
    var expected: [[Int]] = [[], []]
    for number in 1...15 {
      let index = random.number(below: 2)
      if random.chance(20) { await storages[index].flush() }
      let store = stores[index]
      let (action, added) = Ward.Action.random(&random, store.state, 10 * number)
      store.send(action)
      expected[index] += added
      for (store, own) in zip(stores, expected) {
        #expect(own.isSubsequence(of: store.notes))
        #expect(store.shared(key) == store.notes)
      }
    }
    // What one has saved last, the other takes over when it saves.
    for storage in storages + storages { await storage.flush() }
    let count = expected.joined().count
    for store in stores { await settled(store) { $0.notes.count == count } }
    #expect(stores[0].notes == stores[1].notes)
    #expect(stores[0].notes.sorted() == expected.joined().sorted())
    for own in expected { #expect(own.isSubsequence(of: stores[0].notes)) }
    #expect(errors.all == [])
  }

  @Test("lose no change under each schedule of a test store, and none from outside", .seeds())
  func testStore() async {
    var random = SeededRandom(Seeds.current)
    let schedule: Schedule = random.chance(30) ? .inOrder : .seed(Seeds.current)
    let store = TestStore(initialState: Ward.State(), schedule: schedule) { Ward(key: .notes) }
    store.exhaustivity = .off(showSkipped: false)
    var expected: [Int] = []
    for number in 1...15 {
      if random.chance(30) {
        store.dependencies.sharedStorage.change(.notes) { $0.append(-number) }
        expected.append(-number)
      }
      let (action, added) = Ward.Action.random(&random, store.state, 10 * number)
      await store.send(action)
      await store.settle()
      await store.skipReceivedActions()
      expected += added
    }
    // What came from outside may still be on its way after the last step.
    await store.settle()
    #expect(store.state.notes.sorted() == expected.sorted())
    #expect(store.dependencies.sharedStorage.value(of: .notes) == store.state.notes)
  }
}

// MARK: - Fixtures

extension [Int] {
  /// Whether another list has all elements of this one, in this order.
  fileprivate func isSubsequence(of other: [Int]) -> Bool {
    var rest = self[...]
    for element in other where element == rest.first { rest.removeFirst() }
    return rest.isEmpty
  }
}

extension SharedKey where Value == [Int] {
  fileprivate static var notes: Self { notes(in: .memory) }

  /// Both only append, so what is mine comes after what is theirs.
  fileprivate static func notes(in location: SharedLocation<[Int]>) -> Self {
    SharedKey("notes", default: [], in: location) { base, mine, theirs in
      theirs + mine.dropFirst(base.count)
    }
  }
}

/// A feature that keeps notes, with children wherever there can be one.
private struct Ward: Reducer {
  struct State: Equatable {
    var notes: [Int] = []
    var panel = Bed.State(id: 0)
    var guest: Bed.State?
    var beds: IdentifiedArrayOf<Bed.State> = []
    var path: Stack<Bed.State> = []

    /// What the children have read in the last action.
    var seen: [[Int]] {
      ([panel.seen, guest?.seen] + beds.map(\.seen) + path.map(\.seen)).compactMap(\.self)
    }
  }

  enum Action: Sendable {
    case write([Int], thenReturn: [Int])
    case setGuest(Bool)
    case setBeds([Int])
    case setPath(Int)
    case panel(Bed.Action)
    case guest(Bed.Action)
    case bed(id: Int, Bed.Action)
    case path(StackAction<Bed.State, Bed.Action>)

    /// An action that can be sent, and what it adds to the notes, in order.
    static func random(
      _ random: inout SeededRandom, _ state: State, _ number: Int
    ) -> (action: Action, added: [Int]) {
      let (added, bed) = Bed.Action.random(&random, number)
      switch random.number(below: 8) {
      case 0: return (.setGuest(random.chance(70)), [])
      case 1: return (.setBeds((1...4).filter { _ in random.chance(50) }), [])
      case 2: return (.setPath(random.number(below: 3)), [])
      case 3 where state.guest != nil: return (.guest(bed), added)
      case 4 where !state.beds.isEmpty:
        return (.bed(id: random.element(of: Array(state.beds.ids)), bed), added)
      case 5 where !state.path.isEmpty:
        return (.path(.element(id: random.element(of: state.path.ids), action: bed)), added)
      case 6: return (.panel(bed), added)
      default: return (.write([number + 8], thenReturn: added), [number + 8] + added)
      }
    }
  }

  let key: SharedKey<[Int]>

  @MainActor static func store(_ key: SharedKey<[Int]> = .notes, in storage: SharedStorage)
    -> StoreOf<Ward>
  {
    Store(initialState: State()) {
      Ward(key: key)
    } withDependencies: {
      $0.sharedStorage = storage
      $0.continuousClock = TestClock()
    }
  }

  var body: some ReducerOf<Self> {
    CombineReducers {
      Reduce { state, action in
        state.forget()
        switch action {
        case .write(let notes, let returned):
          state.notes += notes
          return .merge(returned.map { note in .change(key) { $0.append(note) } })
        case .setGuest(let isThere): state.guest = isThere ? Bed.State(id: 0) : nil
        // Those that stay are made anew.
        case .setBeds(let ids): state.beds = IdentifiedArray(ids.map { Bed.State(id: $0) })
        case .setPath(let count):
          state.path = []
          for id in 0..<count { state.path.push(Bed.State(id: id)) }
        case .panel, .guest, .bed, .path: break
        }
        return .none
      }
      Scope(state: \.panel, action: Action.panel) { Bed(key: key) }
      Children(key: key)
      // Last: what a child returns is applied although its parent removes it.
      Reduce { state, action in
        switch action {
        case .panel(.leave): state.panel = Bed.State(id: 0)
        case .guest(.leave): state.guest = nil
        case .bed(let id, .leave): state.beds.remove(id: id)
        case .path(.element(let id, action: .leave)): state.path.pop(from: id)
        default: break
        }
        return .none
      }
    }
    .kept(\.notes, in: key)
  }

  private struct Children: Reducer {
    let key: SharedKey<[Int]>

    var body: some Reducer<State, Action> {
      EmptyReducer()
        .ifLet(\.guest, action: Action.guest) { Bed(key: key) }
        .forEach(\.beds, action: Action.bed) { Bed(key: key) }
        .forEach(stack: \.path, action: Action.path) { Bed(key: key) }
    }
  }
}

extension Ward.State {
  /// Has the children forget what they have read.
  fileprivate mutating func forget() {
    panel.seen = nil
    guest?.seen = nil
    for id in beds.ids { beds[id: id]?.seen = nil }
    for id in path.ids { path[id: id]?.seen = nil }
  }
}

/// A child that reads the notes in each action, and adds to them.
private struct Bed: Reducer {
  struct State: Equatable, Identifiable {
    var id: Int
    var seen: [Int]?
  }

  enum Action: Sendable {
    case look
    case add([Int])
    /// Adds in a sequence, and within what can be cancelled.
    case addDeep([Int])
    /// Adds by an effect that sends.
    case addLater([Int])
    /// Adds in the action that removes the child, or makes it anew.
    case leave([Int])

    static func random(
      _ random: inout SeededRandom, _ number: Int
    ) -> (added: [Int], action: Action) {
      let added = (0..<random.number(below: 4)).map { number + $0 }
      return switch random.number(below: 5) {
      case 0: ([], .look)
      case 1: (added, .add(added))
      case 2: (added, .addDeep(added))
      case 3: (added, .addLater(added))
      default: (added, .leave(added))
      }
    }
  }

  let key: SharedKey<[Int]>
  @SharedReader var notes: [Int]

  init(key: SharedKey<[Int]> = .notes) {
    self.key = key
    _notes = SharedReader(key)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.seen = notes
    switch action {
    case .look: return .none
    case .add(let notes), .leave(let notes): return .merge(notes.map(change))
    case .addDeep(let notes):
      return notes.reduce(.cancel(id: "none")) { effect, note in
        .concatenate(effect.map { $0 }, change(note)).cancellable(id: note)
      }
    case .addLater(let notes): return notes.isEmpty ? .none : .send(.add(notes))
    }
  }

  private func change(_ note: Int) -> Effect<Action> {
    .change(key) { $0.append(note) }
  }
}
