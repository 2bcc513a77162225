import Ratchet

struct Row: Reducer {
  struct State: Identifiable { let id: Int }
  enum Action { case tapped }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    .none
  }
}

struct Rows: Reducer {
  #if MISTAKE
    struct State { var rows: [Row.State] = [] }
  #else
    struct State { var rows: IdentifiedArrayOf<Row.State> = [] }
  #endif
  enum Action { case row(id: Int, action: Row.Action) }

  var body: some ReducerOf<Self> {
    EmptyReducer()
      .forEach(\.rows, action: Action.row) {  // error: cannot convert value of type
        Row()
      }
  }
}
