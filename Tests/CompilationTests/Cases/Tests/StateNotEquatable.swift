import RatchetTesting

struct Counter: Reducer {
  #if MISTAKE
    struct State { var count = 0 }
  #else
    struct State: Equatable { var count = 0 }
  #endif
  enum Action { case increment }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.count += 1
    return .none
  }
}

@MainActor func counts() async {
  let store = TestStore(initialState: Counter.State()) { Counter() }
  // error: requires that 'Counter.State' conform to 'Equatable'
  await store.send(.increment) { $0.count = 1 }  // error: cannot infer contextual base
}
