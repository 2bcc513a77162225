import Ratchet

/// What subscriptions add to an action with which none of them changes, and what starting one
/// costs.
@MainActor
enum SubscriptionBenchmarks {
  static var all: [Benchmark] {
    [
      Benchmark(
        "sub0", "a feature with ten children, none declares anything", baseline: "reducer", bar: 150
      ) {
        let store = Store(initialState: Lamps.State()) { Lamps() }
        return Sampling.ofSynchronous(count: 200_000) { store.send(.tap) }
      },
      Benchmark("sub1", "row a with one subscription", baseline: "reducer", bar: 60) {
        let store = Store(initialState: Lamp.State()) { LitLamp() }
        return Sampling.ofSynchronous(count: 200_000) { store.send(.tap) }
      },
      Benchmark(
        "sub10", "sub0 with one subscription of each child", baseline: "reducer", bar: 425
      ) {
        let store = Store(initialState: Lamps.State()) { LitLamps() }
        return Sampling.ofSynchronous(count: 100_000) { store.send(.tap) }
      },
      Benchmark(
        "sub-rows", "1,000 rows with one subscription each, one row's action",
        baseline: "reducer", bar: 20_000
      ) {
        rows { .row(id: 500, .tap) }
      },
      Benchmark(
        "sub-rows-root", "the same, an action of the list", baseline: "reducer", bar: 20_000
      ) {
        rows { .tap }
      },
      Benchmark(
        "sub-rows-sorted", "the same, an action moves the last row to the front",
        baseline: "reducer"
      ) {
        rows(count: 1_000) { .swap }
      },
      Benchmark(
        "sub-start", "row a with a subscription that starts and stops, for both",
        baseline: "reducer"
      ) {
        let store = Store(initialState: Lamp.State()) { LitLamp() }
        return await Sampling.of(count: 2_000) {
          store.send(.toggle)
          store.send(.toggle)
          await suspendOnce()
        }
      },
    ]
  }

  private static func rows(
    count: Int = 20_000, _ action: () -> LampList.Action
  ) -> Sampling {
    let store = Store(initialState: LampList.State(count: 1_000)) { LampList() }
    let action = action()
    return Sampling.ofSynchronous(count: count) { store.send(action) }
  }
}

// MARK: - Fixtures

private struct Lamp: Reducer {
  struct State: Identifiable {
    var id = 0
    var isLit = true
    var n = 0
  }

  enum Action { case tap, toggle }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .tap: state.n += 1
    case .toggle: state.isLit.toggle()
    }
    return .none
  }
}

private struct LitLamp: Reducer {
  var body: some ReducerOf<Lamp> {
    Lamp().subscription(while: \.isLit) { .run { _ in await forever() } }
  }
}

private struct LampList: Reducer {
  struct State {
    var rows: IdentifiedArrayOf<Lamp.State>
    var n = 0

    init(count: Int) { rows = IdentifiedArray((0..<count).map { Lamp.State(id: $0) }) }
  }

  enum Action {
    case tap, swap
    case row(id: Int, Lamp.Action)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .tap: state.n += 1
      case .swap: state.rows.move(fromOffsets: [999], toOffset: 0)
      case .row: break
      }
      return .none
    }
    .forEach(\.rows, action: Action.row) { LitLamp() }
  }
}

/// A feature with ten children, none of which declares anything.
private struct Lamps: Reducer {
  struct State {
    var n = 0
    var a = Lamp.State(), b = Lamp.State(), c = Lamp.State(), d = Lamp.State(), e = Lamp.State()
    var f = Lamp.State(), g = Lamp.State(), h = Lamp.State(), i = Lamp.State(), j = Lamp.State()
  }

  enum Action {
    case tap
    case a(Lamp.Action), b(Lamp.Action), c(Lamp.Action), d(Lamp.Action), e(Lamp.Action)
    case f(Lamp.Action), g(Lamp.Action), h(Lamp.Action), i(Lamp.Action), j(Lamp.Action)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .tap = action { state.n += 1 }
      return .none
    }
    Scope(state: \.a, action: Action.a) { Lamp() }
    Scope(state: \.b, action: Action.b) { Lamp() }
    Scope(state: \.c, action: Action.c) { Lamp() }
    Scope(state: \.d, action: Action.d) { Lamp() }
    Scope(state: \.e, action: Action.e) { Lamp() }
    Scope(state: \.f, action: Action.f) { Lamp() }
    Scope(state: \.g, action: Action.g) { Lamp() }
    Scope(state: \.h, action: Action.h) { Lamp() }
    Scope(state: \.i, action: Action.i) { Lamp() }
    Scope(state: \.j, action: Action.j) { Lamp() }
  }
}

/// The same with one subscription of each child.
///
/// Written out, because a generic feature would not be what programs are made of.
private struct LitLamps: Reducer {
  var body: some ReducerOf<Lamps> {
    Reduce { state, action in
      if case .tap = action { state.n += 1 }
      return .none
    }
    Scope(state: \Lamps.State.a, action: Lamps.Action.a) { LitLamp() }
    Scope(state: \Lamps.State.b, action: Lamps.Action.b) { LitLamp() }
    Scope(state: \Lamps.State.c, action: Lamps.Action.c) { LitLamp() }
    Scope(state: \Lamps.State.d, action: Lamps.Action.d) { LitLamp() }
    Scope(state: \Lamps.State.e, action: Lamps.Action.e) { LitLamp() }
    Scope(state: \Lamps.State.f, action: Lamps.Action.f) { LitLamp() }
    Scope(state: \Lamps.State.g, action: Lamps.Action.g) { LitLamp() }
    Scope(state: \Lamps.State.h, action: Lamps.Action.h) { LitLamp() }
    Scope(state: \Lamps.State.i, action: Lamps.Action.i) { LitLamp() }
    Scope(state: \Lamps.State.j, action: Lamps.Action.j) { LitLamp() }
  }
}
