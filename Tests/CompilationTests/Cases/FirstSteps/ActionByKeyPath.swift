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
      Scope(state: \.counter, action: \.counter) {
        // error: '@Sendable (Counter.Action) -> App.Action' may introduce data races
        // error: cannot infer key path type from context; consider explicitly
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
