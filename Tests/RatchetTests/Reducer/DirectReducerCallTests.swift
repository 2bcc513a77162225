import RatchetTesting

@MainActor @Suite("A reducer that another one calls")
struct DirectReducerCallTests {
  private let messages = Messages()

  @Test("is reported with its first action if it declares subscriptions, at its feature's name")
  func reported() {
    let line = Child.line
    let store = store { Child().reduce(into: &$0, action: $1) }
    store.send(.child(.toggle))
    store.send(.child(.toggle))
    #expect(store.child.isOn == false)
    #expect(store.inFlight.filter(\.isSubscription).isEmpty)
    #expect(
      messages.texts == [
        """
        'Child' declares subscriptions, but another reducer calls its 'reduce(into:action:)', or \
        runs it in 'onChange': child(.toggle)

        The store does not know this reducer, so its declarations have no effect. To fix this, run \
        'Child' with 'Scope', 'ifLet', 'ifCaseLet', or 'forEach'.
        """
      ])
    #expect(messages.all.map(\.line) == [line])
  }

  @Test("is reported in 'onChange'")
  func onChange() {
    let store = Store(initialState: Guest.State(id: 1), log: messages) {
      Guest().onChange(of: \.isOn) { _, _ in Child() }
    }
    store.send(.toggle)
    #expect(messages.texts.map { $0.prefix { $0 != "," } } == ["'Child' declares subscriptions"])
  }

  @Test("fails a test, and 'expect', with the same words")
  func inTests() async {
    let issues = await IssueCollector.issues {
      let store = TestStore(initialState: Guest.State(id: 1)) { Losing(base: Child()) }
      await store.send(.toggle) { $0.isOn = true }
      expect(Losing(base: Child()), given: Guest.State(id: 1), when: .toggle) { $0.isOn = true }
    }
    #expect(
      issues.map { $0.prefix { $0 != "," } } == [
        "'Child' declares subscriptions", "'Child' declares subscriptions",
      ])
  }

  @Test("is not reported if it declares nothing, or if no store runs")
  func silent() {
    let store = store { state, _ in
      Reduce<Guest.State, Guest.Action> { state, _ in
        state.isOn.toggle()
        return .none
      }
      .reduce(into: &state, action: .toggle)
    }
    store.send(.child(.toggle))
    #expect(store.child.isOn)
    withDependencies {
      $0.log = messages.sink
    } operation: {
      var state = Guest.State(id: 1)
      _ = Child().reduce(into: &state, action: .toggle)
      #expect(state.isOn)
    }
    #expect(messages.texts.isEmpty)
  }

  private func store(
    reducing reduce: @escaping (inout Guest.State, Guest.Action) -> Effect<Guest.Action>
  ) -> StoreOf<Parent> {
    Store(initialState: Parent.State(), log: messages) { Parent(reduce: reduce) }
  }
}

// MARK: - Fixtures

private struct Parent: Reducer {
  struct State { var child = Guest.State(id: 1) }
  enum Action { case child(Guest.Action) }

  let reduce: (inout Guest.State, Guest.Action) -> Effect<Guest.Action>

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .child(let action): reduce(&state.child, action).map(Action.child)
    }
  }
}

private struct Child: Reducer {
  static let line: UInt = #line + 4

  var body: some Reducer<Guest.State, Guest.Action> {
    Guest()
      .subscription(while: \.isOn) { .run { _ in await untilCancelled() } }
  }
}

private struct Losing<Base: Reducer>: Reducer {
  let base: Base

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    base.reduce(into: &state, action: action)
  }
}
