/// Builds a reducer from the reducers listed in a closure, with `if`, `if let`, `switch` and `for`.
///
/// Conditions are evaluated when the list is built, which a store does once; to decide by state or
/// action, decide inside a reducer.
@resultBuilder
public enum ReducerBuilder<State, Action: Sendable> {
  /// Accepts one reducer over the builder's state and action.
  public static func buildExpression<R: Reducer<State, Action>>(_ reducer: R) -> R {
    reducer
  }

  /// Makes an empty list a reducer that does nothing.
  public static func buildBlock() -> EmptyReducer<State, Action> {
    EmptyReducer()
  }

  /// Begins a list.
  public static func buildPartialBlock<R: Reducer<State, Action>>(first: R) -> R {
    first
  }

  /// Appends a reducer to those before it.
  public static func buildPartialBlock<R0: Reducer<State, Action>, R1: Reducer<State, Action>>(
    accumulated: R0, next: R1
  ) -> ReducerSequence<R0, R1> {
    ReducerSequence(first: accumulated, second: next)
  }

  /// Takes the first branch of a condition.
  public static func buildEither<R0: Reducer<State, Action>, R1: Reducer<State, Action>>(
    first reducer: R0
  ) -> ConditionalReducer<R0, R1> {
    .first(reducer)
  }

  /// Takes the second branch of a condition.
  public static func buildEither<R0: Reducer<State, Action>, R1: Reducer<State, Action>>(
    second reducer: R1
  ) -> ConditionalReducer<R0, R1> {
    .second(reducer)
  }

  /// Takes an `if` without `else`.
  public static func buildOptional<R: Reducer<State, Action>>(
    _ reducer: R?
  ) -> ConditionalReducer<R, EmptyReducer<State, Action>> {
    reducer.map { .first($0) } ?? .second(EmptyReducer())
  }

  /// Runs the reducers that a `for` loop lists, in order.
  public static func buildArray<R: Reducer<State, Action>>(_ reducers: [R]) -> ReducerArray<R> {
    ReducerArray(reducers: reducers)
  }

  /// Hides the type of a branch that is limited to some platform versions.
  public static func buildLimitedAvailability(
    _ reducer: some Reducer<State, Action>
  ) -> some Reducer<State, Action> {
    HiddenReducer { reducer.makeReduction() }
  }
}

/// A reducer whose type says nothing of what it is made of, which may declare anything.
private struct HiddenReducer<State, Action: Sendable>: DeclaringReducer {
  let make: () -> Reduction<State, Action>

  static var kinds: DeclarationKinds { .all }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    make().run(&state, action)
  }

  func makeReduction() -> Reduction<State, Action> {
    make()
  }
}
