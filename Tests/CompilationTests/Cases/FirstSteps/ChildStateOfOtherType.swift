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
    struct State { var counter = Counter.State(), title = "" }
    enum Action { case counter(Counter.Action) }

    var body: some ReducerOf<Self> {
      Scope(state: \.title, action: Action.counter) {
        Counter()  // error: requires the types 'String' and 'Counter.State' be equivalent
      }
    }
  }
#else
  struct App: Reducer {
    struct State { var counter = Counter.State(), title = "" }
    enum Action { case counter(Counter.Action) }

    var body: some ReducerOf<Self> {
      Scope(state: \.counter, action: Action.counter) {
        Counter()
      }
    }
  }
#endif
