import Ratchet

#if MISTAKE
  struct BodyOfAnyReducer: Reducer {  // error: does not conform to protocol 'Reducer'
    struct State { var count = 0 }
    enum Action { case increment }

    var body: some Reducer {
      Reduce { state, action in
        state.count += 1
        return .none
      }
    }
  }

  struct NeitherReduceNorBody: Reducer {  // error: does not conform to protocol 'Reducer'
    struct State { var count = 0 }
    enum Action { case increment }

    func reduce(_ state: inout State, _ action: Action) -> Effect<Action> { .none }
  }
#endif

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
