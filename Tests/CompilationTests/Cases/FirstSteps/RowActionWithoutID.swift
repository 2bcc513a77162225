import Ratchet

struct Row: Reducer {
  struct State: Identifiable { let id: Int }
  enum Action { case tapped }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    .none
  }
}

struct Rows: Reducer {
  struct State { var rows: IdentifiedArrayOf<Row.State> = [] }
  #if MISTAKE
    enum Action { case row(Row.Action) }
  #else
    enum Action { case row(id: Int, action: Row.Action) }
  #endif

  var body: some ReducerOf<Self> {
    EmptyReducer()
      .forEach(\.rows, action: Action.row) {
        // error: to expected argument type '@Sendable (Int, Row.Action) -> Rows.Action'
        Row()
      }
  }
}
