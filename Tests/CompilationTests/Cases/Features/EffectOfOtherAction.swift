import Ratchet

struct Counter: Reducer {
  struct State { var count = 0 }
  enum Action { case tapped, counted(Int) }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    .run { [count = state.count] send in
      #if MISTAKE
        await send(count)  // error: cannot convert value of type 'Int' to expected argument type
      #else
        await send(.counted(count))
      #endif
    }
  }
}
