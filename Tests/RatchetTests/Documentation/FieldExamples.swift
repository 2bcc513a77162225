import RatchetTesting

// The examples of fields of a form; see `DocumentationTests`.

private struct SignUp: Reducer {
  struct State: Equatable {
    var name = ""
    var isNameValid = false
  }

  enum Action: Equatable {
    case form(FieldChange<State>)
    case submitted
  }

  var body: some ReducerOf<Self> {
    Fields(action: Action.form)
    Reduce { state, action in
      switch action {
      case .form(\.name): state.isNameValid = !state.name.isEmpty
      case .form, .submitted: break
      }
      return .none
    }
  }

  var watched: some ReducerOf<Self> {
    Fields(action: Action.form)
      .onChange(of: \.name) { _, name in
        Reduce { state, _ in
          state.isNameValid = !name.isEmpty
          return .none
        }
      }
  }
}
