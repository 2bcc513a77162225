import Ratchet

struct Counter: Reducer {
  struct State { var count = 0 }
  enum Action { case increment }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    .none
  }
}

#if MISTAKE
  let store = Store(initialState: Counter.State()) { Counter() }
// error: main actor-isolated default value in a nonisolated context
#else
  @MainActor let store = Store(initialState: Counter.State()) { Counter() }
#endif
