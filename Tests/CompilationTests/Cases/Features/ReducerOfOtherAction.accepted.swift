import Ratchet

struct Counter: Reducer {
  struct State { var count = 0 }
  enum Action { case increment }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.count += 1
    return .none
  }
}

struct Logged: Reducer {
  var body: some ReducerOf<Counter> {
    Counter()
  }
}
