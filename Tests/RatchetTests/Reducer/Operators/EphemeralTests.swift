import RatchetTesting

@MainActor @Suite("ephemeral")
struct EphemeralTests {
  @Test("removes an alert after the parent has handled its button, which still finds the alert")
  func removed() async {
    let store = TestStore(initialState: Parent.State(destination: .alert("Delete?"))) { Parent() }
    await store.send(.destination(.presented(.alert(.delete)))) {
      $0.log = ["delete, Delete?"]
      $0.destination = nil
    }
  }

  @Test("keeps an alert that the parent puts in its place, and destinations of other cases")
  func kept() async {
    let store = TestStore(initialState: Parent.State(destination: .alert("Delete?"))) { Parent() }
    await store.send(.destination(.presented(.alert(.askAgain)))) {
      $0.destination = .alert("Really?")
    }
    await store.send(.destination(.presented(.alert(.open)))) {
      $0.destination = .detail(0)
    }
    await store.send(.destination(.presented(.detail(1)))) { $0.destination = .detail(1) }
    // An action of the alert that comes late, such as that of a double tap.
    await store.send(.destination(.presented(.alert(.delete))))
    await store.send(.destination(.dismiss)) { $0.destination = nil }
  }
}

// MARK: - Fixtures

private struct Destination: Reducer {
  enum State: Equatable { case alert(String), detail(Int) }
  enum Action: Equatable { case alert(Button), detail(Int) }
  enum Button { case askAgain, delete, open }

  var body: some ReducerOf<Self> {
    Scope(state: State.detail, action: Action.detail) {
      Reduce { state, number in
        state = number
        return .none
      }
    }
  }
}

private struct Parent: Reducer {
  struct State: Equatable {
    var destination: Destination.State?
    var log: [String] = []
  }

  enum Action: Equatable { case destination(PresentationAction<Destination.Action>) }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      guard case .destination(.presented(.alert(let button))) = action,
        case .alert(let text)? = state.destination
      else { return .none }
      switch button {
      case .askAgain: state.destination = .alert("Really?")
      case .delete: state.log.append("delete, \(text)")
      case .open: state.destination = .detail(0)
      }
      return .none
    }
    .ifLet(presenting: \.destination, action: Action.destination) { Destination() }
    .ephemeral(
      \.destination, case: Destination.State.alert,
      after: { .destination(.presented(.alert($0))) })
  }
}
