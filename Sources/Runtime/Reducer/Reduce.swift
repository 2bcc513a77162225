/// A reducer made from a closure.
///
/// ```swift
/// var body: some ReducerOf<Self> {
///   Reduce { state, action in
///     switch action {
///     case .increment:
///       state.count += 1
///       return .none
///     }
///   }
/// }
/// ```
public struct Reduce<State, Action: Sendable>: Reducer {
  @usableFromInline let closure: (inout State, Action) -> Effect<Action>

  /// Makes a reducer that calls the closure for each action.
  public init(_ reduce: @escaping (inout State, Action) -> Effect<Action>) {
    closure = reduce
  }

  /// Calls the closure.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    closure(&state, action)
  }

  /// Makes a reduction that is the closure itself.
  @_documentation(visibility: internal)
  @inlinable
  public func makeReduction() -> Reduction<State, Action> {
    Reduction(closure)
  }
}

/// A reducer that changes nothing and returns no effect.
///
/// Use it as a placeholder, and in a preview of a view that needs no logic.
public struct EmptyReducer<State, Action: Sendable>: Reducer {
  /// Makes a reducer that does nothing.
  public init() {}

  /// Changes nothing and returns ``Effect/none``.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    .none
  }
}
