/// A reducer that is given by the reduction that it makes.
struct MadeReducer<State, Action: Sendable>: Reducer {
  let make: () -> Reduction<State, Action>

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    make()(&state, action)
  }

  func makeReduction() -> Reduction<State, Action> {
    make()
  }
}
