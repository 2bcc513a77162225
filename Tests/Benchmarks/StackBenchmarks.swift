import Ratchet

/// What a stack of screens costs.
@MainActor
enum StackBenchmarks {
  static var all: [Benchmark] {
    [
      Benchmark("stack", "a screen above 10 is pushed, gets an action, is popped", baseline: "a") {
        let store = Store(initialState: Path.State(count: 10)) { Path() }
        var next = 10
        return Sampling.ofSynchronous(count: 50_000) {
          store.send(.path(.push(.row(List.Row.State(id: next)))))
          store.send(.path(.element(id: StackID(integerLiteral: next), action: .row(.tap))))
          store.send(.path(.pop(from: StackID(integerLiteral: next))))
          next += 1
        }
      }
    ]
  }
}

// MARK: - Fixtures

/// A feature with a path of screens.
private struct Path: Reducer {
  struct State {
    var path: Stack<Screen.State>
    init(count: Int) { path = Stack((0..<count).map { .row(List.Row.State(id: $0)) }) }
  }

  enum Action { case path(StackAction<Screen.State, Screen.Action>) }

  var body: some ReducerOf<Self> {
    Reduce { _, _ in .none }
      .forEach(stack: \.path, action: Action.path) { Screen() }
  }
}

private struct Screen: Reducer {
  enum State { case row(List.Row.State), empty }
  enum Action { case row(List.Row.Action), empty }

  var body: some ReducerOf<Self> {
    Scope(state: State.row, action: Action.row) { List.Row() }
  }
}
