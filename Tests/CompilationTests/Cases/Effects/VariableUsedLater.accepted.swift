import Ratchet

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
