import Ratchet

/// What composition adds to an action: `Scope`s that it goes through.
@MainActor
enum CompositionBenchmarks {
  static var all: [Benchmark] {
    [
      Benchmark("b1", "send(.increment) below 1 Scope", baseline: "reducer", bar: 65) { below1() },
      Benchmark("b4", "below 4 Scopes", baseline: "reducer", bar: 240) {
        let store = Store(initialState: Four.State()) { Four() }
        let action = Four.Action.child(.child(.child(.child(.increment))))
        return Sampling.ofSynchronous(count: 200_000) { store.send(action) }
      },
      Benchmark("b10", "below 10 Scopes", baseline: "reducer", bar: 600) { below10() },
    ]
  }

  static func below1() -> Sampling {
    let store = Store(initialState: One.State()) { One() }
    return Sampling.ofSynchronous(count: 200_000) { store.send(.child(.increment)) }
  }

  static func below10() -> Sampling {
    let store = Store(initialState: Ten.State()) { Ten() }
    let four = Four.Action.child(.child(.child(.child(.increment))))
    let action = Ten.Action.child(.child(.child(.child(.child(.child(four))))))
    return Sampling.ofSynchronous(count: 100_000) { store.send(action) }
  }
}

// MARK: - Fixtures

// Written out, because generic features would not be what programs are made of.

private struct One: Reducer {
  struct State { var child = Counter.State(), x = 0 }
  enum Action { case child(Counter.Action), other }
  var body: some ReducerOf<Self> {
    Scope(state: \.child, action: Action.child) { Counter() }
    Reduce { _, _ in .none }
  }
}

private struct Two: Reducer {
  struct State { var child = One.State(), x = 0 }
  enum Action { case child(One.Action), other }
  var body: some ReducerOf<Self> {
    Scope(state: \.child, action: Action.child) { One() }
    Reduce { _, _ in .none }
  }
}

private struct Three: Reducer {
  struct State { var child = Two.State(), x = 0 }
  enum Action { case child(Two.Action), other }
  var body: some ReducerOf<Self> {
    Scope(state: \.child, action: Action.child) { Two() }
    Reduce { _, _ in .none }
  }
}

private struct Four: Reducer {
  struct State { var child = Three.State(), x = 0 }
  enum Action { case child(Three.Action), other }
  var body: some ReducerOf<Self> {
    Scope(state: \.child, action: Action.child) { Three() }
    Reduce { _, _ in .none }
  }
}

private struct Five: Reducer {
  struct State { var child = Four.State(), x = 0 }
  enum Action { case child(Four.Action), other }
  var body: some ReducerOf<Self> {
    Scope(state: \.child, action: Action.child) { Four() }
    Reduce { _, _ in .none }
  }
}

private struct Six: Reducer {
  struct State { var child = Five.State(), x = 0 }
  enum Action { case child(Five.Action), other }
  var body: some ReducerOf<Self> {
    Scope(state: \.child, action: Action.child) { Five() }
    Reduce { _, _ in .none }
  }
}

private struct Seven: Reducer {
  struct State { var child = Six.State(), x = 0 }
  enum Action { case child(Six.Action), other }
  var body: some ReducerOf<Self> {
    Scope(state: \.child, action: Action.child) { Six() }
    Reduce { _, _ in .none }
  }
}

private struct Eight: Reducer {
  struct State { var child = Seven.State(), x = 0 }
  enum Action { case child(Seven.Action), other }
  var body: some ReducerOf<Self> {
    Scope(state: \.child, action: Action.child) { Seven() }
    Reduce { _, _ in .none }
  }
}

private struct Nine: Reducer {
  struct State { var child = Eight.State(), x = 0 }
  enum Action { case child(Eight.Action), other }
  var body: some ReducerOf<Self> {
    Scope(state: \.child, action: Action.child) { Eight() }
    Reduce { _, _ in .none }
  }
}

private struct Ten: Reducer {
  struct State { var child = Nine.State(), x = 0 }
  enum Action { case child(Nine.Action), other }
  var body: some ReducerOf<Self> {
    Scope(state: \.child, action: Action.child) { Nine() }
    Reduce { _, _ in .none }
  }
}
