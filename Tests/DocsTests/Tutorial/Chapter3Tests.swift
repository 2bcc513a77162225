import RatchetTesting

// The code of `Docs/Ratchet.docc/TutorialList.md`.

@Suite("Chapter 3 of the tutorial")
struct Chapter3Tests {
  typealias FactClient = Chapter2Tests.FactClient

  struct Counter: Reducer {
    struct State: Equatable, Identifiable {
      let id: Int
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

  struct Counters: Reducer {
    struct State: Equatable {
      var rows: IdentifiedArrayOf<Counter.State> = []

      var nextID: Int { (rows.ids.max() ?? 0) + 1 }
    }

    enum Action: Equatable {
      case addTapped
      case removeTapped(id: Int)
      case row(id: Int, action: Counter.Action)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .addTapped: state.rows.append(Counter.State(id: state.nextID))
        case .removeTapped(let id): state.rows[id: id] = nil
        case .row: break
        }
        return .none
      }
      .forEach(\.rows, action: Action.row) { Counter() }
    }
  }

  @Test("shows a program that prints the counts of its rows")
  @MainActor func program() {
    let store = Store(initialState: Counters.State()) { Counters() }
    store.send(.addTapped)
    store.send(.addTapped)
    store.send(.row(id: 2, action: .incrementTapped))
    print(store.rows.map(\.count))  // [0, 1]
    #expect(store.rows.map(\.count) == [0, 1])
  }

  @Test @MainActor func rowsCount() async {
    let store = TestStore(initialState: Counters.State()) { Counters() }
    await store.send(.addTapped) { $0.rows = [Counter.State(id: 1)] }
    await store.send(.row(id: 1, action: .incrementTapped)) { $0.rows[id: 1]?.count = 1 }
  }

  @Test @MainActor func removedRowLoadsNothing() async {
    let store = TestStore(initialState: Counters.State(rows: [Counter.State(id: 1)])) {
      Counters()
    } withDependencies: {
      $0[FactClient.self].fetch = { _ in try await Task.never() }
    }
    await store.send(.row(id: 1, action: .factTapped)) { $0.rows[id: 1]?.isLoading = true }
    await store.send(.removeTapped(id: 1)) { $0.rows = [] }
    await store.finish()
  }
}
