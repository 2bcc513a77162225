import RatchetTesting

@MainActor @Suite("ifCaseLet")
struct IfCaseLetTests {
  @Test("runs the child before the parent, which may go on to another case")
  func order() {
    let store = Store(initialState: Login.State.form(Part.State())) { Login() }
    store.send(.form(.add(2)))
    #expect(store.state == .form(Part.State(count: 2)))
    store.send(.form(.start("a")))
    store.send(.form(.add(8)))
    #expect(store.state == .done(10))
    #expect(store.live.isEmpty)
    #expect(store.statistics.effectsCancelled == 1)
  }

  @Test("keeps what the child started with the action that changed the case from beginning")
  func lastEffect() async {
    let store = Store(initialState: Login.State.form(Part.State(count: 10))) { Login() }
    store.send(.form(.addLater))
    #expect(store.state == .done(10))
    #expect(store.statistics.effectsStarted == 0)
    #expect(store.statistics.actions == 1)
  }

  // MARK: - Fixtures

  private struct Login: Reducer {
    enum State: Equatable {
      case form(Part.State)
      case done(Int)
    }
    enum Action: Sendable { case form(Part.Action) }

    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        if case .form(let part) = state, part.count >= 10 { state = .done(part.count) }
        return .none
      }
      .ifCaseLet(State.form, action: Action.form) { Part() }
    }
  }
}
