import Ratchet

struct Counter: Reducer {
  struct State { var count = 0 }
  enum Action { case reset }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.count = 0
    return .none
  }
}

@MainActor func reset(_ store: StoreOf<Counter>) {
  #if MISTAKE
    store.state.count = 0  // error: 'state' is a get-only property
  #else
    store.send(.reset)
  #endif
}
