import Ratchet

/// What composition adds to an action: `Scope`s that it goes through, and `forEach`.
@MainActor
enum CompositionBenchmarks {
  static var all: [Benchmark] {
    [
      Benchmark("b1", "send(.increment) below 1 Scope", baseline: "reducer", bar: 100) {
        let store = Store(initialState: One.State()) { One() }
        return Sampling.ofSynchronous(count: 200_000) { store.send(.child(.increment)) }
      },
      Benchmark("b4", "below 4 Scopes", baseline: "reducer", bar: 300) {
        let store = Store(initialState: Four.State()) { Four() }
        let action = Four.Action.child(.child(.child(.child(.increment))))
        return Sampling.ofSynchronous(count: 200_000) { store.send(action) }
      },
      Benchmark("b10", "below 10 Scopes", baseline: "reducer", bar: 700) {
        let store = Store(initialState: Ten.State()) { Ten() }
        let four = Four.Action.child(.child(.child(.child(.increment))))
        let action = Ten.Action.child(.child(.child(.child(.child(.child(four))))))
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

// Written out, because generic features would not be what programs are made of.

private struct One: Reducer {
  struct State {
    var child = Counter.State()
    var x = 0
  }
  enum Action { case child(Counter.Action), other }
  var body: some ReducerOf<Self> {
    Scope(state: \.child, action: Action.child) { Counter() }
    Reduce { _, _ in .none }
  }
}

private struct Two: Reducer {
  struct State {
    var child = One.State()
    var x = 0
  }
  enum Action { case child(One.Action), other }
  var body: some ReducerOf<Self> {
    Scope(state: \.child, action: Action.child) { One() }
    Reduce { _, _ in .none }
  }
}

private struct Three: Reducer {
  struct State {
    var child = Two.State()
    var x = 0
  }
  enum Action { case child(Two.Action), other }
  var body: some ReducerOf<Self> {
    Scope(state: \.child, action: Action.child) { Two() }
    Reduce { _, _ in .none }
  }
}

private struct Four: Reducer {
  struct State {
    var child = Three.State()
    var x = 0
  }
  enum Action { case child(Three.Action), other }
  var body: some ReducerOf<Self> {
    Scope(state: \.child, action: Action.child) { Three() }
    Reduce { _, _ in .none }
  }
}

private struct Five: Reducer {
  struct State {
    var child = Four.State()
    var x = 0
  }
  enum Action { case child(Four.Action), other }
  var body: some ReducerOf<Self> {
    Scope(state: \.child, action: Action.child) { Four() }
    Reduce { _, _ in .none }
  }
}

private struct Six: Reducer {
  struct State {
    var child = Five.State()
    var x = 0
  }
  enum Action { case child(Five.Action), other }
  var body: some ReducerOf<Self> {
    Scope(state: \.child, action: Action.child) { Five() }
    Reduce { _, _ in .none }
  }
}

private struct Seven: Reducer {
  struct State {
    var child = Six.State()
    var x = 0
  }
  enum Action { case child(Six.Action), other }
  var body: some ReducerOf<Self> {
    Scope(state: \.child, action: Action.child) { Six() }
    Reduce { _, _ in .none }
  }
}

private struct Eight: Reducer {
  struct State {
    var child = Seven.State()
    var x = 0
  }
  enum Action { case child(Seven.Action), other }
  var body: some ReducerOf<Self> {
    Scope(state: \.child, action: Action.child) { Seven() }
    Reduce { _, _ in .none }
  }
}

private struct Nine: Reducer {
  struct State {
    var child = Eight.State()
    var x = 0
  }
  enum Action { case child(Eight.Action), other }
  var body: some ReducerOf<Self> {
    Scope(state: \.child, action: Action.child) { Eight() }
    Reduce { _, _ in .none }
  }
}

private struct Ten: Reducer {
  struct State {
    var child = Nine.State()
    var x = 0
  }
  enum Action { case child(Nine.Action), other }
  var body: some ReducerOf<Self> {
    Scope(state: \.child, action: Action.child) { Nine() }
    Reduce { _, _ in .none }
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
