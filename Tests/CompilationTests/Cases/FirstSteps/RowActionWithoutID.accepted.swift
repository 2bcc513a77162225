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
  enum Action { case row(id: Int, action: Row.Action) }

  var body: some ReducerOf<Self> {
    EmptyReducer()
      .forEach(\.rows, action: Action.row) {
        Row()
      }
  }
}
