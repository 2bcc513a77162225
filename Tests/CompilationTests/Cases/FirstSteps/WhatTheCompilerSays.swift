// The mistakes that 'What the compiler says' in ComingFromTCA.md explains.
import Ratchet

struct Row: Reducer {
  struct State: Equatable, Identifiable { let id: Int }
  enum Action { case tapped }
  func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

struct Table: Reducer {
  struct State {
    var row = Row.State(id: 1)
    var optional: Row.State?
    var sheet: Row.State?
    var rows: IdentifiedArrayOf<Row.State> = []
    var path = Stack<Row.State>()
    var room = 1, isOn = false
  }
  enum Action {
    case row(Row.Action), optional(Row.Action), sheet(PresentationAction<Row.Action>)
    case rows(id: Int, action: Row.Action), path(StackActionOf<Row>)
    case form(FieldChange<State>), response(Result<Int, any Error>), opened(Int)
  }

  #if MISTAKE
    var body: some ReducerOf<Self> {  // error: failed to produce diagnostic for expression
      Reduce { state, action in
        switch action {
        case .respond(.failure): state.isOn = true
        default: break
        }
        return .none
      }
    }
  #else
    var body: some ReducerOf<Self> {
      Scope(state: \.row, action: Action.row) { Row() }
      Reduce(core)
        .ifLet(\.optional, action: Action.optional) { Row() }
        .ifLet(presenting: \.sheet, action: Action.sheet) { Row() }
        .forEach(\.rows, action: Action.rows) { Row() }
        .forEach(stack: \.path, action: Action.path) { Row() }
        .subscription(id: { state -> Int? in
          guard state.isOn else { return nil }
          return state.room + 1
        }) { .send(.opened($0)) }
        .subscription(id: { $0.room }) { .send(.opened($0)) }
    }

    private func core(_ state: inout State, _ action: Action) -> Effect<Action> {
      if case .response(.failure) = action { state.isOn = true }
      return .none
    }
  #endif
}

#if MISTAKE
  struct Method {
    func core(_ state: inout Table.State, _ action: Table.Action) -> Effect<Table.Action> {
      switch action {
      case .respond(.failure): break  // error: type 'Table.Action' has no member 'respond'
      // error: cannot infer contextual base in reference to member 'failure'
      case .form(\.isOnn): break  // error: cannot match values of type 'FieldChange<
      // error: cannot infer key path type from context
      default: break
      }
      return .none
    }
  }

  struct WithoutAction: Reducer {
    var body: some ReducerOf<Table> {
      Scope(state: \.row) { Row() }  // error: add the case that wraps the child's
      Table()
        .ifLet(\.optional) { Row() }  // error: add the case that wraps the child's
      Table()
        .ifLet(presenting: \.sheet) { Row() }  // error: add the case that wraps the child's
      Table()
        .forEach(\.rows) { Row() }  // error: add the case that wraps the rows'
      Table()
        .forEach(stack: \.path) { Row() }  // error: add the case that wraps the stack's
    }
  }

  struct KeyPathOfCase: Reducer {
    var body: some ReducerOf<Table> {
      Table()
        .ifLet(presenting: \.sheet, action: \.sheet) { Row() }
      // error: value of type 'PresentationAction<Row.Action>' has no member 'sheet'
      // warning: may introduce data races
    }
  }

  struct PresentedWithoutItsLabel: Reducer {
    var body: some ReducerOf<Table> {
      Table()
        .ifLet(\.sheet, action: Table.Action.sheet) { Row() }
      // error: requires the types 'PresentationAction<Row.Action>' and 'Row.Action' be equivalent
    }
  }

  struct StackWithoutItsLabel: Reducer {
    var body: some ReducerOf<Table> {
      Table()
        .forEach(\.path, action: Table.Action.path) { Row() }
      // error: cannot convert value of type '@Sendable (StackActionOf<Row>) -> Table.Action'
      // error: cannot convert value of type 'WritableKeyPath<Table.State, Stack<Row.State>>'
      // error: requires that 'Row.State' conform to 'Hashable'
    }
  }

  struct IDThatIsNeverNil: Reducer {
    var body: some ReducerOf<Table> {
      Table()
        .subscription(id: \.room) { .send(.opened($0)) }
      // error: requires that 'Int' conform to 'OptionalID'
    }
  }

  struct StatementsWithoutTheirType: Reducer {
    var body: some ReducerOf<Table> {
      Table()
        .subscription(id: { state in  // error: generic parameter 'ID' could not be inferred
          guard state.isOn else { return nil }  // error: cannot use explicit 'return' statement
          return state.room
        }) { .send(.opened($0)) }
    }
  }

  struct Feature {
    @Dependency(\.clokc) var clock  // error: cannot convert value of type 'KeyPath<Root, Value>'
    // error: cannot infer key path type from context
    // error: generic parameter 'Key' could not be inferred
  }
#endif
