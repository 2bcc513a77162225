// flags: -swift-version 5
import Ratchet

struct Row: Reducer {
  struct State: Equatable, Identifiable { let id: Int }
  enum Action { case tapped }

  func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

struct Table: Reducer {
  struct State {
    var name = ""
    var row = Row.State(id: 1)
    var optional: Row.State?
    var sheet: Row.State?
    var rows: IdentifiedArrayOf<Row.State> = []
    var path = Stack<Row.State>()
  }
  enum Action {
    case form(FieldChange<State>), row(Row.Action), optional(Row.Action)
    case sheet(PresentationAction<Row.Action>), rows(id: Int, action: Row.Action)
    case path(StackActionOf<Row>)
  }

  var body: some ReducerOf<Self> {
    Fields(action: Action.form)
    Scope(state: \.row, action: Action.row) { Row() }
    Reduce { _, action in
      CasePath(Action.row).is(action) || CasePath(Action.rows).is(action)
        ? .none : .cancel(id: "load")
    }
    .ifLet(\.optional, action: Action.optional) { Row() }
    .ifLet(presenting: \.sheet, action: Action.sheet) { Row() }
    .forEach(\.rows, action: Action.rows) { Row() }
    .forEach(stack: \.path, action: Action.path) { Row() }
  }
}

struct Screen: Reducer {
  enum State { case row(Row.State), table(Table.State) }
  enum Action { case row(Row.Action), table(Table.Action) }

  var body: some ReducerOf<Self> {
    Scope(state: State.row, action: Action.row) { Row() }
    EmptyReducer()
      .ifCaseLet(State.table, action: Action.table) { Table() }
  }
}
