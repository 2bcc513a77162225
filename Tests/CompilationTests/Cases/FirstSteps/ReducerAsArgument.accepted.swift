import Ratchet

struct Counter: Reducer {
  struct State { var count = 0 }
  enum Action { case increment }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    .none
  }
}

@MainActor func count() {
  let store = Store(initialState: Counter.State()) { Counter() }
  store.send(.increment)
}
