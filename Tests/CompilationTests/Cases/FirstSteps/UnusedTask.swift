import RatchetTesting

struct Counter: Reducer {
  struct State: Equatable { var count = 0 }
  enum Action { case increment }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    .none
  }
}

@MainActor func counts() async {
  let store = TestStore(initialState: .init()) { Counter() }
  await store.withExhaustivity(.off) { await store.send(.increment) }
  let count = await store.withExhaustivity(.off) { store.state.count }
  print(count)
}
