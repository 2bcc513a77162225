import Ratchet

struct Feed: Reducer {
  struct State { var topic = "" }
  enum Action { case opened, received(String) }

  let messages: @Sendable (String) -> AsyncStream<String>

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    #if MISTAKE
      .sequence(
        { messages(state.topic) },  // error: escaping closure captures 'inout' parameter 'state'
        action: Action.received)
    #else
      .sequence({ [topic = state.topic] in messages(topic) }, action: Action.received)
    #endif
  }
}
