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
  await store.send(.increment)
}

@MainActor func countsUnderASchedule() async {
  let store = TestStore(initialState: .init(count: 1), schedule: .seed(1)) {
    Counter()
    Counter()
  } withDependencies: {
    $0.uuid = .incrementing
  }
  await store.send(.increment)
}

@MainActor func lists() -> TestStore<[String], Int> {
  TestStore(initialState: [], reducer: { EmptyReducer() })
}

@MainActor func countsByAnAction() async {
  let store = TestStore(initialState: Counter.State()) {
    Reduce<_, Int> { state, number in
      state.count += number
      return .none
    }
  }
  await store.send(1) { $0.count = 1 }
}
