/// A reducer that changes nothing and returns no effect.
///
/// Useful as a placeholder, and in a preview of a view that needs no logic.
public struct EmptyReducer<State, Action: Sendable>: Reducer {
  /// Makes a reducer that does nothing.
  public init() {}

  /// Changes nothing and returns ``Effect/none``.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    .none
  }
}
