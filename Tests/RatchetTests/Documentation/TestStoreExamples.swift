import RatchetTesting

private enum Example {
  struct Counter: Reducer {
    struct State: Equatable {
      var isLoading = false
      var fact: String?
    }

    enum Action: Equatable {
      case factButtonTapped
      case factResponse(String)
    }

    @Dependency(\.facts) var facts

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .factButtonTapped:
        state.isLoading = true
        return .run(name: "fact") { send in await send(.factResponse(try facts.fetch(0))) }
      case .factResponse(let fact):
        state.isLoading = false
        state.fact = fact
        return .none
      }
    }
  }

  @Suite("The example of a test")
  struct Tests {
    @Test @MainActor func factIsShown() async {
      let store = TestStore(initialState: Counter.State()) {
        Counter()
      } withDependencies: {
        $0.facts.fetch = { "\($0) is a number." }
      }
      await store.send(.factButtonTapped) { $0.isLoading = true }
      await store.receive(.factResponse("0 is a number.")) {
        $0.isLoading = false
        $0.fact = "0 is a number."
      }
    }

    @Test func factIsRequested() {
      expect(
        Counter(), given: Counter.State(), when: .factButtonTapped,
        then: { $0.isLoading = true }, effects: ["fact"])
    }
  }
}

private func sleep() async throws {
  let clock = TestClock()
  let task = Task { try await clock.sleep(for: .seconds(1)) }
  clock.advance(by: .seconds(1))
  try await task.value
}
