import RatchetTesting

// The code of `Docs/Ratchet.docc/TutorialDetail.md`.

@Suite("Chapter 4 of the tutorial")
struct Chapter4Tests {
  typealias FactClient = Chapter2Tests.FactClient

  struct Counter: Reducer {
    struct State: Equatable, Identifiable {
      let id: Int
      var count = 0
      var fact: String?
      var isLoading = false
      var note = ""
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

  struct Detail: Reducer {
    struct State: Equatable {
      let id: Int
      var note: String
    }

    enum Action: Equatable {
      case noteChanged(String)
      case doneTapped
    }

    @Dependency(\.dismiss) var dismiss

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .noteChanged(let note):
        state.note = note
        return .none
      case .doneTapped:
        return .run { _ in await dismiss() }
      }
    }
  }

  struct Counters: Reducer {
    struct State: Equatable {
      var rows: IdentifiedArrayOf<Counter.State> = []
      var detail: Detail.State?

      var nextID: Int { (rows.ids.max() ?? 0) + 1 }
    }

    enum Action: Equatable {
      case addTapped
      case removeTapped(id: Int)
      case rowTapped(id: Int)
      case row(id: Int, action: Counter.Action)
      case detail(PresentationAction<Detail.Action>)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .addTapped: state.rows.append(Counter.State(id: state.nextID))
        case .removeTapped(let id): state.rows[id: id] = nil
        case .rowTapped(let id):
          guard let row = state.rows[id: id] else { break }
          state.detail = Detail.State(id: id, note: row.note)
        case .detail(.presented(.doneTapped)):
          guard let detail = state.detail else { break }
          state.rows[id: detail.id]?.note = detail.note
        case .row, .detail: break
        }
        return .none
      }
      .forEach(\.rows, action: Action.row) { Counter() }
      .ifLet(\.detail, action: Action.detail) { Detail() }
    }
  }

  @Test("shows a program that takes a note from its detail")
  @MainActor func program() async {
    let store = Store(initialState: Counters.State()) { Counters() }
    store.send(.addTapped)
    store.send(.rowTapped(id: 1))
    store.send(.detail(.presented(.noteChanged("apples"))))
    await store.send(.detail(.presented(.doneTapped))).finish()
    print(store.rows.map(\.note), store.detail == nil)  // ["apples"] true
    #expect(store.rows.map(\.note) == ["apples"])
    #expect(store.detail == nil)
  }

  @Test @MainActor func noteIsTaken() async {
    let store = TestStore(initialState: Counters.State(rows: [Counter.State(id: 1)])) {
      Counters()
    }
    await store.send(.rowTapped(id: 1)) { $0.detail = Detail.State(id: 1, note: "") }
    await store.send(.detail(.presented(.noteChanged("apples")))) { $0.detail?.note = "apples" }
    await store.send(.detail(.presented(.doneTapped))) { $0.rows[id: 1]?.note = "apples" }
    await store.receive(.detail(.dismiss)) { $0.detail = nil }
  }

  @Test @MainActor func noteIsDropped() async {
    let detail = Detail.State(id: 1, note: "apples")
    let store = TestStore(
      initialState: Counters.State(rows: [Counter.State(id: 1)], detail: detail)
    ) {
      Counters()
    }
    await store.send(.detail(.dismiss)) { $0.detail = nil }
  }
}
