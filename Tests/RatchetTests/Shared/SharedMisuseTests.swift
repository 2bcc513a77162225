import RatchetTesting

@MainActor @Suite("A mistake with shared state is reported:")
struct SharedMisuseTests {
  @Test("two fields for one key, of which the second is not kept")
  func twoFields() {
    let messages = Messages()
    let storage = SharedStorage()
    let store = store(messages, storage) {
      Reduce.changing().kept(\.a, in: .total).kept(\.b, in: .total)
    }
    store.send { $0.b = 5 }
    #expect(storage.value(of: .total) == 0)
    store.send { $0.a = 7 }
    #expect(storage.value(of: .total) == 7)
    #expect(messages.texts.count == 1)
    #expect(messages.texts.first?.contains("Two fields of a store are kept in the shared") == true)
  }

  @Test("a field of a feature that may be absent, at each place where there can be one")
  func mayBeAbsent() {
    let messages = Messages()
    let storage = SharedStorage()
    let store = Store(initialState: Rooms.State()) {
      Rooms()
    } withDependencies: {
      $0.log = messages.sink
      $0.sharedStorage = storage
    }
    store.send(.row(id: 1, .set(9)))
    store.send(.guest(.presented(.set(8))))
    #expect(storage.value(of: .total) == nil)
    #expect(messages.texts.count == 4, "\(messages.texts)")
    for place in ["guest", "rows", "path"] {
      #expect(messages.texts.contains { $0.contains("may be absent, below '\(place)'") })
    }
  }

  @Test("a field of a feature that contains itself, once")
  func recursive() {
    let messages = Messages()
    let store = Store(initialState: Nested.State(children: [Nested.State(id: 1)])) {
      Nested()
    } withDependencies: {
      $0.log = messages.sink
      $0.sharedStorage = SharedStorage()
    }
    store.send(.child(id: 1, .add))
    #expect(messages.texts.count == 1, "\(messages.texts)")
  }

  @Test("two keys of one name and different types")
  func twoTypes() {
    let messages = Messages()
    let other = SharedKey("total", default: "", in: .memory)
    let store = store(messages) { Reduce.changing().kept(\.a, in: .total).kept(\.text, in: other) }
    store.send {
      $0.a = 2
      $0.text = "own"
    }
    #expect(store.state.text == "own")
    #expect(messages.texts.count == 1, "\(messages.texts)")
    #expect(messages.texts.first?.contains("Two shared keys have the name 'total'") == true)
  }

  @Test("two keys of one name and different types, in two stores")
  func twoTypesInTwoStores() {
    let messages = Messages()
    let storage = SharedStorage()
    let other = SharedKey("total", default: "", in: .memory)
    let one = store(messages, storage) { Reduce.changing().kept(\.a, in: .total) }
    let two = store(messages, storage) { Reduce.changing().kept(\.text, in: other) }
    one.send { $0.a = 2 }
    two.send { $0.text = "own" }
    #expect(messages.texts.count == 1)
    #expect(storage.value(of: other) == nil)
  }

  @Test("two keys of one file, of which the second is not shared")
  func oneFile() {
    let messages = Messages()
    let storage = SharedStorage()
    let one = SharedKey("one", default: 0, in: .file("sheet.json"))
    let two = SharedKey("two", default: 0, in: .file(".//sheet.json"))
    let store = store(messages, storage) {
      Reduce.changing().kept(\.a, in: one, changed: { _ in }).kept(\.b, in: two)
    }
    store.send {
      $0.a = 2
      $0.b = 3
    }
    #expect([store.state.a, store.state.b] == [2, 3])
    #expect(storage.value(of: one) == 2)
    #expect(storage.value(of: two) == nil)
    #expect(messages.texts.count == 1, "\(messages.texts)")
    #expect(
      messages.texts.first?.contains(
        """
        Two shared keys have the file './/sheet.json': 'one' and 'two'.

        'two' is not shared: each would take what the other has written for a damaged file. To fix \
        this, give each key a file of its own, or make one key of both values.
        """) == true)
  }

  @Test("two keys of one file, also where no store has them")
  func oneFileWithoutStores() {
    let messages = Messages()
    let storage = SharedStorage()
    let two = SharedKey("two", default: 0, in: .file("sheet.json"))
    withDependencies {
      $0.log = messages.sink
    } operation: {
      storage.change(SharedKey("one", default: 0, in: .file("sheet.json"))) { $0 = 1 }
      storage.change(two) { $0 = 2 }
      #expect(storage.value(of: two) == nil)
    }
    #expect(messages.texts.count == 1, "\(messages.texts)")
    #expect(messages.texts.first?.contains("'one' and 'two'") == true)
  }

  @Test("a reducer that does not pass on the kept field of the one that it wraps")
  func lost() {
    let messages = Messages()
    let store = store(messages) { Wrapper(base: Keeping()) }
    for _ in 0..<3 { store.send { $0.a += 1 } }
    #expect(messages.texts.count == 1)
    #expect(messages.texts.first?.contains("'Keeping' declares a kept field, but") == true)
  }

  // MARK: - Fixtures

  private func store(
    _ messages: Messages, _ storage: SharedStorage = SharedStorage(),
    @ReducerBuilder<Sheet, Sheet.Change> reducer: () -> some Reducer<Sheet, Sheet.Change>
  ) -> Store<Sheet, Sheet.Change> {
    Store(initialState: Sheet(), reducer: reducer) {
      $0.log = messages.sink
      $0.sharedStorage = storage
    }
  }
}

private struct Sheet: Equatable {
  typealias Change = @Sendable (inout Sheet) -> Void

  var a = 0
  var b = 0
  var text = ""
}

extension Reduce<Sheet, Sheet.Change> {
  fileprivate static func changing() -> Self {
    Reduce { state, change in
      change(&state)
      return .none
    }
  }
}

private struct Keeping: Reducer {
  typealias State = Sheet
  typealias Action = Sheet.Change

  var body: some Reducer<Sheet, Sheet.Change> { Reduce.changing().kept(\.a, in: .total) }
}

private struct Wrapper: Reducer {
  let base: Keeping

  func reduce(into state: inout Sheet, action: @escaping Sheet.Change) -> Effect<Sheet.Change> {
    base.reduce(into: &state, action: action)
  }
}

/// A feature that keeps a number wherever it may be absent.
private struct Rooms: Reducer {
  struct State: Equatable {
    var guest: Int? = 1
    var rows: IdentifiedArrayOf<Row> = [Row(id: 1)]
    var path: Stack<Row> = []
    var room = Room.taken(1)

    struct Row: Equatable, Identifiable {
      let id: Int
      var total = 0
    }

    enum Room: Equatable { case taken(Int) }
  }

  enum Change { case set(Int) }

  enum Action: Sendable {
    case guest(PresentationAction<Change>)
    case row(id: Int, Change)
    case path(StackAction<State.Row, Change>)
    case room(RoomAction)

    enum RoomAction: Sendable { case taken(Change) }
  }

  var body: some ReducerOf<Self> {
    EmptyReducer()
      .ifLet(\.guest, action: Action.guest) { Number() }
      .forEach(\.rows, action: Action.row) { Rows() }
      .forEach(\.path, action: Action.path) { Rows() }
    Scope(state: \.room, action: Action.room) {
      EmptyReducer().ifCaseLet(State.Room.taken, action: Action.RoomAction.taken) { Number() }
    }
  }

  struct Number: Reducer {
    var body: some Reducer<Int, Change> {
      Reduce { state, change in
        if case .set(let number) = change { state = number }
        return .none
      }
      .kept(\.self, in: .total)
    }
  }

  struct Rows: Reducer {
    var body: some Reducer<State.Row, Change> {
      Reduce { state, change in
        if case .set(let number) = change { state.total = number }
        return .none
      }
      .kept(\.total, in: .total)
    }
  }
}

/// A feature with a kept field whose children are the same feature.
private struct Nested: Reducer {
  struct State: Equatable, Identifiable {
    var id = 0
    var total = 0
    var children: IdentifiedArrayOf<State> = []
  }

  indirect enum Action: Sendable {
    case add
    case child(id: Int, Action)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .add: state.total += 1
      case .child: break
      }
      return .none
    }
    .kept(\.total, in: .total)
    .forEach(\.children, action: Action.child) { Nested() }
  }
}
