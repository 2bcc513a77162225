import Ratchet

#if MISTAKE
  struct Counter: Reducer {  // error: type 'Counter' does not conform to protocol 'Reducer'
    struct State { var count = 0 }
    enum Action { case increment }

    var body: some Reducer {
      Reduce { state, action in
        state.count += 1
        return .none
      }
    }
  }
#else
  struct Counter: Reducer {
    struct State { var count = 0 }
    enum Action { case increment }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        state.count += 1
        return .none
      }
    }
  }
#endif
