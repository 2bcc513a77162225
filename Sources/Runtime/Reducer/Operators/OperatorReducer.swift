/// A reducer that is given by the reduction that it makes.
@usableFromInline struct OperatorReducer<State, Action: Sendable>: Reducer {
  @usableFromInline let make: () -> Reduction<State, Action>

  @inlinable init(_ make: @escaping () -> Reduction<State, Action>) {
    self.make = make
  }

  @inlinable func reduce(into state: inout State, action: Action) -> Effect<Action> {
    make()(&state, action)
  }

  @inlinable func makeReduction() -> Reduction<State, Action> {
    make()
  }
}
