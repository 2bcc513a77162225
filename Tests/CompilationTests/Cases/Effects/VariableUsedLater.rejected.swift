import Ratchet

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
