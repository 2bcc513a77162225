import Ratchet

#if MISTAKE
  struct Counter: Reducer {  // error: type 'Counter' does not conform to protocol 'Reducer'
    struct State { var count = 0 }
    enum Action { case increment }

    func reduce(_ state: inout State, _ action: Action) -> Effect<Action> {
      .none
    }
  }
#else
  struct Counter: Reducer {
    struct State { var count = 0 }
    enum Action { case increment }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      .none
    }
  }
#endif
