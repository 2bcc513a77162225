import Ratchet

struct Row: Reducer {
  struct State: Equatable, Identifiable { let id: Int }
  enum Action { case tapped }
  func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

struct Cell: Reducer {
  struct State: Equatable, Identifiable { let id: Int }
  enum Action { case tapped }
  func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

struct Table: Reducer {
  struct State {
    var size = 1
    var room: Int?
    var rows: IdentifiedArrayOf<Row.State> = []
    var detail: Row.State?
  }
  enum Action {
    case row(id: Int, action: Row.Action), detail(PresentationAction<Row.Action>)
    case sizeChanged, sizeSet(Int)
  }

  var body: some ReducerOf<Self> {
    EmptyReducer()
      .kept(\.size, in: SharedKey("size", default: 1, in: .memory), changed: .sizeChanged)
      .kept(\.size, in: SharedKey("size", default: 1, in: .memory))
      .forEach(\.rows, action: Action.row) { Row() }
      .ifLet(presenting: \.detail, action: Action.detail) { Row() }
      .subscription(id: { state -> Int? in
        guard state.size > 1 else { return nil }
        return state.room.map { $0 + 1 }
      }) { id in
        .send(.sizeSet(id))
      }
      .subscription(id: { $0.size > 1 ? $0.room : nil }) { id in
        if id > 1 { .send(.sizeSet(id)) } else { .none }
      }
      .subscription(id: { state in
        let next = state.size + 1
        if next > 2 { next }
      }) { id in
        if id > 3 { .send(.sizeSet(id)) }
      }
      .subscription(id: { if $0.size > 1 { $0.room } else { $0.size } }) { .send(.sizeSet($0)) }
  }
}

#if MISTAKE
  struct ConstructorAsAction: Reducer {
    var body: some ReducerOf<Table> {
      EmptyReducer()
        .kept(
          \.size, in: SharedKey("size", default: 1, in: .memory),
          changed: Table.Action.sizeSet)  // error: to expected argument type 'Table.Action'
    }
  }

  struct OtherRow: Reducer {
    var body: some ReducerOf<Table> {
      EmptyReducer()
        .forEach(\.rows, action: Table.Action.row) { Cell() }
      // error: requires the types 'Row.State' and 'Cell.State' be equivalent
      // error: requires the types 'Row.Action' and 'Cell.Action' be equivalent
    }
  }

  struct PresentedAsOptional: Reducer {
    var body: some ReducerOf<Table> {
      EmptyReducer()
        .ifLet(\.detail, action: Table.Action.detail) { Row() }
      // error: requires the types 'PresentationAction<Row.Action>' and 'Row.Action' be equivalent
    }
  }

  struct StatementsWithoutTheirType: Reducer {
    var body: some ReducerOf<Table> {
      EmptyReducer()
        .subscription(id: { state in  // error: generic parameter 'ID' could not be inferred
          guard state.size > 1 else { return nil }  // error: cannot use explicit 'return' statement
          return state.room.map { $0 + 1 }
        }) { id in
          .send(.sizeSet(id))
        }
    }
  }
#endif
