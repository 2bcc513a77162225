import Ratchet

struct Counter: Reducer {
  struct State { var count = 0 }
  enum Action { case increment }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.count += 1
    return .none
  }
}

#if MISTAKE
  struct Logged: Reducer {
    enum Action { case counter(Counter.Action) }

    var body: some Reducer<Counter.State, Action> {
      Counter()  // error: requires the types 'Logged.Action' and 'Counter.Action' be equivalent
    }
  }
#else
  struct Logged: Reducer {
    var body: some ReducerOf<Counter> {
      Counter()
    }
  }
#endif
