import RatchetTesting

// The code of `Docs/Ratchet.docc/TutorialCounter.md`.

@Suite("Chapter 1 of the tutorial")
struct Chapter1Tests {
  struct Counter: Reducer {
    struct State: Equatable {
      var count = 0
    }

    enum Action: Equatable {
      case incrementTapped
      case decrementTapped
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .incrementTapped: state.count += 1
      case .decrementTapped: state.count -= 1
      }
      return .none
    }
  }

  @Test("shows a program that prints its count")
  @MainActor func program() {
    let store = Store(initialState: Counter.State()) { Counter() }
    store.send(.incrementTapped)
    store.send(.incrementTapped)
    store.send(.decrementTapped)
    print(store.count)  // 1
    #expect(store.count == 1)
  }

  @Test @MainActor func counts() async {
    let store = TestStore(initialState: Counter.State()) { Counter() }
    await store.send(.incrementTapped) { $0.count = 1 }
    await store.send(.decrementTapped) { $0.count = 0 }
  }
}
