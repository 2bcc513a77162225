import Ratchet

/// Row b10 with a value whose layout the compiler does not know: `ContinuousClock.Instant` belongs
/// to a library that may change it, so the layouts of all actions that hold it are computed at run
/// time.
@MainActor
enum OpaqueBenchmarks {
  static var all: [Benchmark] {
    [
      Benchmark("b10-opaque", "b10 with a payload of opaque layout", baseline: "reducer", bar: 800)
      {
        let store = Store(initialState: Ten.State()) { Ten() }
        let four = Four.Action.child(.child(.child(.child(.increment))))
        let action = Ten.Action.child(.child(.child(.child(.child(.child(four))))))
        return Sampling.ofSynchronous(count: 100_000) { store.send(action) }
      }
    ]
  }
}

// MARK: - Fixtures

private struct Timed: Reducer {
  struct State { var count = 0 }
  enum Action { case increment, started(ContinuousClock.Instant) }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .increment: state.count += 1
    case .started: break
    }
    return .none
  }
}

private struct One: Reducer {
  struct State { var child = Timed.State(), x = 0 }
  enum Action { case child(Timed.Action), other }
  var body: some ReducerOf<Self> {
    Scope(state: \.child, action: Action.child) { Timed() }
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
