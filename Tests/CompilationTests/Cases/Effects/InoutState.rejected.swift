import Ratchet

struct Search: Reducer {
  struct State { var query = "" }
  enum Action { case tapped, found(String) }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    .run { send in  // error: escaping closure captures 'inout' parameter 'state'
      await send(.found(state.query))
    }
  }
}
