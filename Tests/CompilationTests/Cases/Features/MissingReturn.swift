import Ratchet

struct Counter: Reducer {
  struct State { var count = 0 }
  enum Action { case increment }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      state.count += 1  // error: cannot convert value of type '()' to closure result type
      #if !MISTAKE
        return .none
      #endif
    }
  }
}
