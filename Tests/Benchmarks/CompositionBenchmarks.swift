import Ratchet

/// What composition adds to an action: `Scope`s that it goes through, and `forEach`.
@MainActor
enum CompositionBenchmarks {
  private typealias One<Child: Reducer> = Level<Child>
  private typealias Three<Child: Reducer> = Level<Level<Level<Child>>>
  private typealias Four = Level<Three<Counter>>
  private typealias Ten = Three<Three<Four>>

  static var all: [Benchmark] {
    [
      Benchmark("b1", "send(.increment) below 1 Scope", baseline: "reducer", bar: 100) {
        let store = Store(initialState: One<Counter>.initial(.init())) {
          One(child: Counter())
        }
        return Sampling.ofSynchronous(count: 200_000) { store.send(.child(.increment)) }
      },
      Benchmark("b4", "below 4 Scopes", baseline: "reducer", bar: 300) {
        let store = Store(initialState: Four.make()) { Four.reducer() }
        let action = Four.action(.increment)
        return Sampling.ofSynchronous(count: 200_000) { store.send(action) }
      },
      Benchmark("b10", "below 10 Scopes", baseline: "reducer", bar: 700) {
        let store = Store(initialState: Ten.make()) { Ten.reducer() }
        let action = Ten.action(.increment)
        return Sampling.ofSynchronous(count: 100_000) { store.send(action) }
      },
      Benchmark("c3", "forEach, 1,000 rows, one row's action", baseline: "reducer", bar: 300) {
        forEach(rows: 1_000)
      },
      Benchmark("c5", "forEach, 100,000 rows, one row's action", baseline: "reducer", bar: 300) {
        forEach(rows: 100_000)
      },
      Benchmark("c-live", "the same, 1,000 of 1,000 rows have an effect", baseline: "reducer") {
        let store = Store(initialState: List.State(count: 1_000)) { List() }
        for id in 0..<1_000 { store.send(.row(id: id, action: .hold)) }
        return Sampling.ofSynchronous(count: 2_000) { store.send(.row(id: 500, action: .tap)) }
      },
    ]
  }

  private static func forEach(rows: Int) -> Sampling {
    let store = Store(initialState: List.State(count: rows)) { List() }
    return Sampling.ofSynchronous(count: 200_000) {
      store.send(.row(id: rows / 2, action: .tap))
    }
  }
}

// MARK: - Fixtures

private protocol Nested: Reducer {
  static func make() -> State
  static func reducer() -> Self
  static func action(_ action: Counter.Action) -> Action
}

extension Counter: Nested {
  fileprivate static func make() -> State { State() }
  fileprivate static func reducer() -> Self { Self() }
  fileprivate static func action(_ action: Counter.Action) -> Action { action }
}

private struct Level<Child: Reducer>: Reducer {
  struct State {
    var child: Child.State
    var x = 0
  }

  enum Action: Sendable {
    case child(Child.Action)
    case other
  }

  let child: Child

  static func initial(_ child: Child.State) -> State { State(child: child) }

  var body: some Reducer<State, Action> {
    Scope(state: \.child, action: Action.child) { child }
    Reduce { state, action in
      if case .other = action { state.x += 1 }
      return .none
    }
  }
}

extension Level: Nested where Child: Nested {
  fileprivate static func make() -> State { State(child: Child.make()) }
  fileprivate static func reducer() -> Self { Self(child: Child.reducer()) }
  fileprivate static func action(_ action: Counter.Action) -> Action {
    .child(Child.action(action))
  }
}

private struct List: Reducer {
  struct Row: Reducer {
    struct State: Identifiable {
      let id: Int
      var n = 0
    }

    enum Action { case tap, hold }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .tap:
        state.n += 1
        return .none
      case .hold: return .run { _ in try await Task.sleep(for: .seconds(1_000)) }
      }
    }
  }

  struct State {
    var rows: IdentifiedArrayOf<Row.State>
    init(count: Int) { rows = IdentifiedArray((0..<count).map { Row.State(id: $0) }) }
  }

  enum Action { case row(id: Int, action: Row.Action) }

  var body: some ReducerOf<Self> {
    Reduce { _, _ in .none }
      .forEach(\.rows, action: Action.row) { Row() }
  }
}
