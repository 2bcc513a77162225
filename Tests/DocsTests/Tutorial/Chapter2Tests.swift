import RatchetTesting

// The code of `Docs/Ratchet.docc/TutorialFacts.md`.

@Suite("Chapter 2 of the tutorial")
struct Chapter2Tests {
  struct FactClient: DependencyKey {
    var fetch: @Sendable (Int) async throws -> String

    static let liveValue = FactClient { number in "\(number) is a number." }
    static let testValue = FactClient(fetch: unimplemented("FactClient.fetch"))
  }

  struct Counter: Reducer {
    struct State: Equatable {
      var count = 0
      var fact: String?
      var isLoading = false
    }

    enum Action: Equatable {
      case incrementTapped
      case decrementTapped
      case factTapped
      case factResponse(String)
      case factFailed
    }

    enum CancelID { case fact }

    @Dependency(FactClient.self) var facts

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .incrementTapped: return count(by: 1, &state)
      case .decrementTapped: return count(by: -1, &state)
      case .factTapped:
        state.isLoading = true
        return fetch(state.count)
      case .factResponse(let fact):
        state.fact = fact
        state.isLoading = false
      case .factFailed: state.isLoading = false
      }
      return .none
    }

    private func count(by step: Int, _ state: inout State) -> Effect<Action> {
      state.count += step
      state.fact = nil
      state.isLoading = false
      return .cancel(id: CancelID.fact)
    }

    private func fetch(_ number: Int) -> Effect<Action> {
      .run(name: "fact") { send in
        await send(.factResponse(try facts.fetch(number)))
      } catch: { _, send in
        await send(.factFailed)
      }
      .cancellable(id: CancelID.fact, cancelInFlight: true)
    }
  }

  @Test("shows a program that prints a fact", .dependencies { $0[FactClient.self] = .liveValue })
  @MainActor func program() async {
    let store = Store(initialState: Counter.State()) { Counter() }
    store.send(.incrementTapped)
    await store.send(.factTapped).finish()
    print(store.fact ?? "no fact")  // 1 is a number.
    #expect(store.fact == "1 is a number.")
  }

  @Test("shows a counter that goes on when there is no fact")
  @MainActor func failure() async {
    struct Refused: Error {}
    let store = TestStore(initialState: Counter.State()) {
      Counter()
    } withDependencies: {
      $0[FactClient.self].fetch = { _ in throw Refused() }
    }
    await store.send(.factTapped) { $0.isLoading = true }
    await store.receive(.factFailed) { $0.isLoading = false }
  }

  @Test @MainActor func factIsShown() async {
    let store = TestStore(initialState: Counter.State()) {
      Counter()
    } withDependencies: {
      $0[FactClient.self].fetch = { "\($0) is good." }
    }
    await store.send(.factTapped) { $0.isLoading = true }
    await store.receive(.factResponse("0 is good.")) {
      $0.fact = "0 is good."
      $0.isLoading = false
    }
  }

  @Test @MainActor func factOfAnOldNumberIsNotShown() async {
    let store = TestStore(initialState: Counter.State()) {
      Counter()
    } withDependencies: {
      $0[FactClient.self].fetch = { _ in try await Task.never() }
    }
    await store.send(.factTapped) { $0.isLoading = true }
    await store.send(.incrementTapped) {
      $0.count = 1
      $0.isLoading = false
    }
    await store.finish()
  }
}
