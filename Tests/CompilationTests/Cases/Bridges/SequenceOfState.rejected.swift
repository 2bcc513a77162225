import Ratchet

struct Feed: Reducer {
  struct State { var topic = "" }
  enum Action { case opened, received(String) }

  let messages: @Sendable (String) -> AsyncStream<String>

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    .sequence(
      { messages(state.topic) },  // error: escaping closure captures 'inout' parameter 'state'
      action: Action.received)
  }
}
