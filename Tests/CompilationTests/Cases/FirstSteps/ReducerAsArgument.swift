import Ratchet

struct Counter: Reducer {
  struct State { var count = 0 }
  enum Action { case increment }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    .none
  }
}

@MainActor func count() {
  #if MISTAKE
    let store = Store(initialState: Counter.State(), reducer: Counter())
  // error: to expected argument type '() -> some Reducer<State, Action>'
  // error: generic parameter 'some Reducer<State, Action>' could not be inferred
  #else
    let store = Store(initialState: Counter.State()) { Counter() }
  #endif
  store.send(.increment)  // error: cannot infer contextual base in reference to member 'increment'
}
