import Ratchet

struct Search: Reducer {
  struct State { var query = "" }
  enum Action { case tapped, found(String) }

  let messages: @Sendable (String) -> AsyncStream<String>

  #if MISTAKE
    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      .run { send in  // error: escaping closure captures 'inout' parameter 'state'
        await send(.found(state.query))
      }
    }

    func open(_ state: inout State) -> Effect<Action> {
      .sequence(
        { messages(state.query) },  // error: escaping closure captures 'inout' parameter 'state'
        action: Action.found)
    }
  #else
    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      .run { [query = state.query] send in
        await send(.found(query))
      }
    }

    func open(_ state: inout State) -> Effect<Action> {
      .sequence({ [query = state.query] in messages(query) }, action: Action.found)
    }
  #endif
}
