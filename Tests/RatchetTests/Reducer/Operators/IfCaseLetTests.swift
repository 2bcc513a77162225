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

  @Test("reports an action for another case, and still runs the parent")
  func absent() {
    let messages = Messages()
    let store = Store(initialState: Login.State.done(3)) {
      Login()
    } withDependencies: {
      $0.log = messages.sink
    }
    store.send(.form(.add(1)))
    #expect(store.state == .done(4))
    #expect(messages.texts.count == 1)
    #expect(messages.texts.first?.contains("At 'form' the state is another case.") == true)
  }

  @Test("cancels when the case changes from outside, and not when only the value does")
  func change() {
    let store = Store(initialState: Login.State.form(Part.State())) { Login() }
    store.send(.form(.start("a")))
    store.send(.fill(4))
    #expect(store.live == ["form: a"])
    store.send(.skip)
    #expect(store.live.isEmpty)
  }

  // MARK: - Fixtures

  private struct Login: Reducer {
    enum State: Equatable {
      case form(Part.State)
      case done(Int)
    }
    enum Action: Sendable { case form(Part.Action), fill(Int), skip }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch (action, state) {
        case (.form, .form(let part)) where part.count >= 10: state = .done(part.count)
        case (.form, .done(let count)): state = .done(count + 1)
        case (.fill(let count), _): state = .form(Part.State(count: count))
        case (.skip, _): state = .done(0)
        case (.form, .form): break
        }
        return .none
      }
      .ifCaseLet(State.form, action: Action.form) { Part() }
    }
  }
}
