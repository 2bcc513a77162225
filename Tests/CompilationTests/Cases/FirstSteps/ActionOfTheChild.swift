import Ratchet

struct Counter: Reducer {
  struct State { var count = 0 }
  enum Action { case increment }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    .none
  }
}

struct App: Reducer {
  struct State { var counter = Counter.State() }
  enum Action { case counter(Counter.Action) }

  var body: some ReducerOf<Self> {
    Scope(state: \.counter, action: Action.counter) {
      Counter()
    }
  }
}

@MainActor func count(_ store: StoreOf<App>) {
  #if MISTAKE
    store.send(.increment)  // error: type 'App.Action' has no member 'increment'
  #else
    store.send(.counter(.increment))
  #endif
}
