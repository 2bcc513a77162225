/// A result builder of reducers, with `if`, `if let`, `switch` and `for`.
///
/// Conditions are evaluated when the list of reducers is built, which happens once per store. Do
/// not branch on the state or the action here, but inside a reducer.
@resultBuilder
public enum ReducerBuilder<State, Action: Sendable> {
  /// Accepts one reducer over the builder's state and action.
  @_documentation(visibility: internal)
  public static func buildExpression<R: Reducer<State, Action>>(_ reducer: R) -> R {
    reducer
  }

  /// Makes a reducer that does nothing from an empty list.
  @_documentation(visibility: internal)
  public static func buildBlock() -> EmptyReducer<State, Action> {
    EmptyReducer()
  }

  /// Starts a list with its first reducer.
  @_documentation(visibility: internal)
  public static func buildPartialBlock<R: Reducer<State, Action>>(first: R) -> R {
    first
  }

  /// Appends a reducer to those before it.
  @_documentation(visibility: internal)
  @inlinable
  public static func buildPartialBlock(
    accumulated: some Reducer<State, Action>, next: some Reducer<State, Action>
  ) -> some Reducer<State, Action> {
    ReducerSequence(first: accumulated, second: next)
  }

  /// Selects the first branch of a condition.
  @_documentation(visibility: internal)
  public static func buildEither<R0: Reducer<State, Action>, R1: Reducer<State, Action>>(
    first reducer: R0
  ) -> ConditionalReducer<R0, R1> {
    .first(reducer)
  }

  /// Selects the second branch of a condition.
  @_documentation(visibility: internal)
  public static func buildEither<R0: Reducer<State, Action>, R1: Reducer<State, Action>>(
    second reducer: R1
  ) -> ConditionalReducer<R0, R1> {
    .second(reducer)
  }

  /// Supports `if` without `else`.
  @_documentation(visibility: internal)
  public static func buildOptional<R: Reducer<State, Action>>(
    _ reducer: R?
  ) -> ConditionalReducer<R, EmptyReducer<State, Action>> {
    reducer.map { .first($0) } ?? .second(EmptyReducer())
  }

  /// Runs the reducers that a `for` loop lists, in order.
  @_documentation(visibility: internal)
  @inlinable
  public static func buildArray(
    _ reducers: [some Reducer<State, Action>]
  ) -> some Reducer<State, Action> {
    ReducerArray(reducers: reducers)
  }

  /// Erases the type of a branch that is limited to some platform versions.
  @_documentation(visibility: internal)
  public static func buildLimitedAvailability(
    _ reducer: some Reducer<State, Action>
  ) -> some Reducer<State, Action> {
    // `EmptyReducer` stands for the erased type. A store cannot tell from it what the branch
    // declares, so `DeclaresAnything` makes the store ask the reducer itself.
    OperatorReducer(of: EmptyReducer<State, Action>.self, DeclaresAnything.self) {
      reducer.makeReduction()
    }
  }
}
