import Ratchet

#if MISTAKE
  struct Search: Reducer {
    struct State { var query = "" }
    enum Action { case tapped, found(String) }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      .run { send in  // error: escaping closure captures 'inout' parameter 'state'
        await send(.found(state.query))
      }
    }
  }
#else
  struct Search: Reducer {
    struct State { var query = "" }
    enum Action { case tapped, found(String) }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      .run { [query = state.query] send in
        await send(.found(query))
      }
    }
  }
#endif
