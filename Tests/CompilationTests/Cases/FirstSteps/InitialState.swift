import RatchetTesting

struct Counter: Reducer {
  struct State: Equatable { var count = 0 }
  enum Action { case increment }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    .none
  }
}

@MainActor func counts() async {
  #if MISTAKE
    let store = TestStore(initialState: 0) { Counter() }
  // error: cannot convert value of type 'Int' to expected argument type 'Counter.State'
  #else
    let store = TestStore(initialState: .init()) { Counter() }
  #endif
  await store.send(.increment)
  // error: cannot infer contextual base in reference to member 'increment'
}

#if !MISTAKE
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
#endif
