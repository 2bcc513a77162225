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
    enum Action { case counter(Counter.Action), opened(String) }

    var body: some ReducerOf<Self> {
      Scope(state: \.counter, action: Action.opened) {
        Counter()  // error: requires the types 'String' and 'Counter.Action' be equivalent
      }
    }
  }
#else
  struct App: Reducer {
    struct State { var counter = Counter.State() }
    enum Action { case counter(Counter.Action), opened(String) }

    var body: some ReducerOf<Self> {
      Scope(state: \.counter, action: Action.counter) {
        Counter()
      }
    }
  }
#endif
