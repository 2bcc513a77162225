import Ratchet

struct Row: Reducer {
  struct State: Equatable, Identifiable { let id: Int }
  enum Action { case tapped, loaded(String) }

  func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

struct Table: Reducer {
  struct State: Equatable {
    var title = ""
    var rows: IdentifiedArrayOf<Row.State> = []
    var path = Stack<Row.State>()
  }
  enum Action {
    case tapped, row(id: Int, action: Row.Action)
    case path(StackActionOf<Row>), form(FieldChange<State>)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    #if MISTAKE
      case .taped: return .none  // error: type 'Table.Action' has no member 'taped'
      case .row(_, .loded(let text)):  // error: type 'Row.Action' has no member 'loded'
        state.title = text
      case .path(.element(0, .taped)):  // error: type 'Row.Action' has no member 'taped'
        state.path = [Row.State(ident: 1)]  // error: incorrect argument label in call
      case .path(.element("0", .tapped)):  // error: cannot match values of type 'StackID'
        break
      case .frm(\.title):  // error: type 'Table.Action' has no member 'frm'
        // error: cannot infer key path type from context
        break
      case .tapped where state.rows.ids == [1, "2"]:  // error: cannot convert value of type
        break
      case .path(.poped): break  // error: has no member 'poped'
    #endif
    case .form(\.title): break
    case .path(.element(0, .loaded)) where state.rows.ids == [1, 2]: state.path = [Row.State(id: 1)]
    case .tapped, .row, .path, .form: break
    }
    return .none
  }
}

struct Closure: Reducer {
  var body: some ReducerOf<Table> {
    Reduce { state, action in
      switch action {
      #if MISTAKE
        case .taped: return .none  // error: has no member 'taped'
      #endif
      default: return .none
      }
    }
    .subscription(while: \.path.isEmpty) { .send(.tapped) }
  }
}
