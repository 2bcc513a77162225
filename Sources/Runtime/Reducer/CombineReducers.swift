/// Several reducers as one, run in order on the same state.
///
/// Groups reducers, so that an operator applies to all of them:
///
/// ```swift
/// CombineReducers {
///   Validation()
///   Submission()
/// }
/// ```
///
/// Their effects are merged in the same order.
public struct CombineReducers<State, Action: Sendable, Combined: Reducer>: Reducer
where Combined.State == State, Combined.Action == Action {
  @usableFromInline let combined: Combined

  /// Makes a reducer that runs those in the closure one after the other.
  public init(@ReducerBuilder<State, Action> _ build: () -> Combined) {
    combined = build()
  }

  /// Runs the reducers in order and merges their effects.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    combined.reduce(into: &state, action: action)
  }

  /// Makes the reduction of the combined reducers.
  @inlinable
  public func makeReduction() -> Reduction<State, Action> {
    combined.makeReduction()
  }
}
