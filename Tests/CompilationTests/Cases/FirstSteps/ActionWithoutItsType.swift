import Ratchet

struct Counter: Reducer {
  struct State { var count = 0 }
  enum Action { case increment }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    .none
  }
}

#if MISTAKE
  struct App: Reducer {
    struct State { var counter = Counter.State() }
    enum Action { case counter(Counter.Action) }

    var body: some ReducerOf<Self> {
      Scope(state: \.counter, action: .counter) {
        // error: type '@Sendable (Counter.Action) -> App.Action' has no member 'counter'
        Counter()
      }
    }
  }
#else
  struct App: Reducer {
    struct State { var counter = Counter.State() }
    enum Action { case counter(Counter.Action) }

    var body: some ReducerOf<Self> {
      Scope(state: \.counter, action: Action.counter) {
        Counter()
      }
    }
  }
#endif
