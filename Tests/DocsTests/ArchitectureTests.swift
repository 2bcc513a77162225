import RatchetTesting

// The code of `Docs/Architecture.md`.

extension Reducer {
  /// Writes a line for each action, and around the work of each effect and subscription.
  func signposts(
    to write: @escaping @Sendable (_ line: String) -> Void
  ) -> some Reducer<State, Action> {
    around { state, action, base in
      write("\(action)")
      return base(&state, action)
    }
    .aroundEffect { effect, operation in
      write("begin \(effect.name ?? "effect")")
      defer { write("end \(effect.name ?? "effect")") }
      try await operation()
    }
  }
}

extension Exhaustivity {
  static let actions = Exhaustivity(assertsState: false)
}

@MainActor @Suite("The page of the architecture")
struct ArchitectureTests {
  private struct Lamp: Reducer {
    enum Action: Equatable { case toggled, ticked }

    var body: some Reducer<Bool, Action> {
      Reduce { state, action in
        if action == .toggled { state.toggle() }
        return .none
      }
      .subscription(while: \.self) {
        .run(name: "timer") { send in
          await send(.ticked)
          try await Task.never()
        }
      }
    }
  }

  @Test("has an operator that wraps effects, and subscriptions too")
  func signposts() async {
    let lines = Locked<[String]>([])
    let store = TestStore(initialState: false) {
      Lamp().signposts { line in lines.withLock { $0.append(line) } }
    }
    await store.send(.toggled) { $0 = true }
    await store.receive(.ticked)
    await store.send(.toggled) { $0 = false }
    await store.finish()
    #expect(
      lines.withLock { $0 } == ["toggled", "begin timer", "ticked", "toggled", "end timer"])
  }

  @Test("has an exhaustivity mode that asks for actions, but not for the state")
  func actions() async {
    let store = TestStore(initialState: false) { Lamp() }
    store.exhaustivity = .actions
    await store.send(.toggled)
    await store.receive(.ticked)
    await store.send(.toggled)
    #expect(!store.state)
  }
}
