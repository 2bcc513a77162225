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

/// The reducer that operators such as `ifLet` and `around` return: a closure makes its reduction,
/// the form of a reducer that a store runs.
///
/// `Base` and `Child` are the types of the reducers that the operator combines. A store looks
/// through these types for reducers that declare something, such as subscriptions, without building
/// their bodies.
@usableFromInline
struct OperatorReducer<State, Action: Sendable, Base: Reducer, Child: Reducer>: Reducer {
  @usableFromInline let make: () -> Reduction<State, Action>

  @inlinable init(
    of base: Base.Type, _ child: Child.Type,
    _ make: @escaping () -> Reduction<State, Action>
  ) {
    self.make = make
  }

  @inlinable init(
    of base: Base.Type, _ make: @escaping () -> Reduction<State, Action>
  ) where Child == EmptyReducer<State, Action> {
    self.make = make
  }

  @usableFromInline static var componentTypes: [any Reducer.Type] { [Base.self, Child.self] }

  @inlinable func reduce(into state: inout State, action: Action) -> Effect<Action> {
    make().reduceByHand(&state, action, of: Self.self)
  }

  @inlinable func makeReduction() -> Reduction<State, Action> {
    make()
  }
}

/// The reducer of an operator that may declare anything: subscriptions, or fields that are kept in
/// shared keys.
///
/// Used by `kept`, and by ``ReducerBuilder`` for a branch whose type it erases. `kinds` tells a
/// store, which searches the types of reducers, to ask this reducer for its declarations.
struct DeclaringOperator<Base: Reducer>: DeclaringReducer {
  private let make: () -> Reduction<Base.State, Base.Action>

  init(of base: Base.Type, _ make: @escaping () -> Reduction<Base.State, Base.Action>) {
    self.make = make
  }

  static var kinds: DeclarationKinds { .all }

  static var componentTypes: [any Reducer.Type] { [Base.self] }

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    make().reduceByHand(&state, action, of: Self.self)
  }

  func makeReduction() -> Reduction<Base.State, Base.Action> {
    make()
  }
}
