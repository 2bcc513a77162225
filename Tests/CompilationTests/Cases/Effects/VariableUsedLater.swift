import Ratchet

#if MISTAKE
  struct Retries: Reducer {
    struct State { var tries = 0 }
    enum Action { case tapped, tried(Int) }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      var tries = state.tries
      let effect = Effect<Action>.run { send in
        tries += 1  // error: sending 'tries' risks causing data races
        await send(.tried(tries))
      }
      state.tries = tries
      return effect
    }
  }
#else
  struct Retries: Reducer {
    struct State { var tries = 0 }
    enum Action { case tapped, tried(Int) }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      state.tries += 1
      return .run { [tries = state.tries] send in
        await send(.tried(tries))
      }
    }
  }
#endif
