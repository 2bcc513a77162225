import RatchetTesting

@MainActor @Suite("A flow with a storage of its own")
struct FlowKeptTests {
  @Test("keeps a field in it, beside one that is kept around the flow")
  func keptInside() {
    let (outside, inside) = (SharedStorage(), SharedStorage())
    let store = Store(initialState: Lodge.State(), storage: outside) {
      Lodge(inside: inside).kept(\.total, in: .total)
    }
    store.send(.room(.add(5)))
    store.send(.add(1))
    store.send(.room(.look))
    #expect([store.total, store.room.total, store.room.seen] == [1, 5, 5])
    #expect([outside, inside].map { $0.value(of: .total) } == [1, 5])
  }

  @Test("has its changes applied there, in the action that ends it, too")
  func lastChange() {
    let (outside, inside) = (SharedStorage(), SharedStorage())
    let store = Store(initialState: Lodge.State(), storage: outside) { Lodge(inside: inside) }
    store.send(.open)
    store.send(.guest(.add(5)))
    #expect(inside.value(of: .total) == 5)
    store.send(.guest(.addAndLeave(5)))
    #expect(store.guest == nil)
    #expect(inside.value(of: .total) == nil)
    #expect(outside.value(of: .total) == nil)
  }

  @Test("that is emptied leaves a kept field as it is, which is written as a whole when it changes")
  func emptied() {
    let inside = SharedStorage()
    let store = Store(initialState: Lodge.State(), storage: SharedStorage()) {
      Lodge(inside: inside)
    }
    store.send(.room(.add(5)))
    store.send(.open)
    store.send(.close)
    #expect(inside.value(of: .total) == nil)
    store.send(.room(.add(1)))
    #expect([store.room.total, inside.value(of: .total)] == [6, 6])
  }

  @Test("of a row is the row's: it begins as given, and is emptied when that row leaves")
  func rows() {
    let inside = SharedStorage()
    inside.change(.total) { $0 = 10 }
    let store = Store(initialState: Lodge.State()) { Lodge(inside: SharedStorage(), rows: inside) }
    store.send(.rows(3))
    store.send(.row(id: 1, .add(5)))
    store.send(.row(id: 2, .add(7)))
    let seen = {
      for id in store.rows.ids { store.send(.row(id: id, .look)) }
      return store.rows.map(\.seen)
    }
    #expect(seen() == [10, 15, 17])
    store.send(.rows(2))
    #expect(seen() == [10, 15])
    store.send(.rows(3))
    #expect(seen() == [10, 15, 10])
    #expect(store.rows.map(\.isHigh) == [false, true, false])
    #expect(inside.value(of: .total) == 10)
  }

  @Test("begins anew each time, under each schedule")
  func explored() async {
    await exploreSchedules(5) {
      let store = TestStore(initialState: Lodge.State()) {
        Lodge(inside: SharedStorage(), guests: SharedStorage())
      }
      for _ in 0..<2 {
        await store.send(.open) { $0.guest = Room.State() }
        await store.send(.guest(.look)) { $0.guest?.seen = 0 }
        await store.send(.guest(.add(2)))
        await store.receive(change: .total) { $0 = 2 }
        await store.send(.guest(.look)) { $0.guest?.seen = 2 }
        await store.send(.close) { $0.guest = nil }
      }
    }
  }
}

// MARK: - Fixtures

private struct Lodge: Reducer {
  struct State: Equatable {
    var total = 0
    var room = Room.State()
    var guest: Room.State?
    var rows: IdentifiedArrayOf<Room.State> = []
  }

  enum Action: Equatable {
    case add(Int), open, close, rows(Int)
    case row(id: Int, Room.Action)
    case room(Room.Action)
    case guest(Room.Action)
  }

  let inside: SharedStorage
  /// The storage of the guest, if that is another one.
  var guests: SharedStorage?
  /// What the storage of each row begins with.
  var rows = SharedStorage()

  var body: some ReducerOf<Self> {
    Scope(state: \.room, action: Action.room) {
      Room().kept(\.total, in: .total).sharedStorage(inside)
    }
    Reduce { state, action in
      switch action {
      case .add(let number): state.total += number
      case .open: state.guest = Room.State()
      case .close, .guest(.addAndLeave): state.guest = nil
      case .rows(let count):
        state.rows = IdentifiedArray((0..<count).map { state.rows[id: $0] ?? Room.State(id: $0) })
      case .room, .guest, .row: break
      }
      return .none
    }
    .ifLet(\.guest, action: Action.guest) {
      Room().sharedStorage(guests ?? inside)
    }
    .forEach(\.rows, action: Action.row) {
      Room().subscription(while: { [room = Room()] _ in room.total > 11 }) {
        .send(.high)
      }
      .sharedStorage(rows)
    }
  }
}

private struct Room: Reducer {
  struct State: Equatable, Identifiable {
    var id = 0
    var total = 0
    var seen: Int?
    var isHigh = false
  }

  enum Action: Equatable { case look, add(Int), addAndLeave(Int), high }

  @SharedReader(.total) var total

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .look:
      state.seen = total
      return .none
    case .high:
      state.isHigh = true
      return .none
    case .add(let number), .addAndLeave(let number): return .change(.total) { $0 += number }
    }
  }
}
