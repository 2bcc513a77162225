import Ratchet

struct Counter: Reducer {
  struct State { var count = 0 }
  enum Action { case increment }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    .none
  }
}

struct App: Reducer {
  #if MISTAKE
    struct State { let counter = Counter.State() }
  #else
    struct State { var counter = Counter.State() }
  #endif
  enum Action { case counter(Counter.Action) }

  var body: some ReducerOf<Self> {
    Scope(state: \.counter, action: Action.counter) {
      // error: expected argument type 'WritableKeyPath<App.State, Counter.State>'
      Counter()
    }
  }
}
