import RatchetTesting

struct Counter: Reducer {
  struct State: Equatable { var count = 0 }
  enum Action { case increment }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    .none
  }
}

@MainActor func counts() async {
  let store = TestStore(initialState: 0) { Counter() }
  // error: cannot convert value of type 'Int' to expected argument type 'Counter.State'
  await store.send(.increment)
  // error: cannot infer contextual base in reference to member 'increment'
}
