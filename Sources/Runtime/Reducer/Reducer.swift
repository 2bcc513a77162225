/// A value that computes the next state for an action and describes further work as an effect.
///
/// Implement either ``reduce(into:action:)`` or ``body``, never both:
///
/// ```swift
/// struct Counter: Reducer {
///   struct State: Equatable { var count = 0 }
///   enum Action { case increment, decrement }
///
///   func reduce(into state: inout State, action: Action) -> Effect<Action> {
///     switch action {
///     case .increment: state.count += 1
///     case .decrement: state.count -= 1
///     }
///     return .none
///   }
/// }
/// ```
///
/// A ``Store`` calls a reducer on the main actor, for one action at a time, and never re-enters it:
/// an action sent while a reducer runs is reduced right after. The type itself, its state, and its
/// action belong to no actor, even in a module whose default isolation is the main actor.
public protocol Reducer<State, Action>: SendableMetatype {
  /// The state of the feature.
  associatedtype State

  /// The actions of the feature.
  associatedtype Action: Sendable

  /// The type of ``body``; `Never` in a reducer that implements ``reduce(into:action:)``.
  associatedtype Body

  /// Updates the state for an action and returns the work that follows from it.
  ///
  /// Changes the state in place. It must not block, and must depend on nothing but its arguments
  /// and dependencies.
  func reduce(into state: inout State, action: Action) -> Effect<Action>

  /// The reducers that make up this reducer, run in order.
  ///
  /// A store evaluates `body` lazily, at most once for each position of the reducer in the tree of
  /// features, so a body must not depend on values that change.
  @ReducerBuilder<State, Action> var body: Body { get }

  /// Makes the form of this reducer that a store runs.
  ///
  /// Reducers with and without a ``body`` have a default implementation. The method is a
  /// requirement only so that a store evaluates each ``body`` once.
  @_documentation(visibility: internal)
  func makeReduction() -> Reduction<State, Action>

  /// The types of the reducers that make up this reducer.
  ///
  /// Reducers with and without a ``body`` have a default implementation. The property is a
  /// requirement only so that a store knows, without building bodies, which features declare
  /// subscriptions.
  @_documentation(visibility: internal)
  static var componentTypes: [any Reducer.Type] { get }
}

/// A reducer over the state and action of the feature `R`.
public typealias ReducerOf<R: Reducer> = Reducer<R.State, R.Action>

/// An effect of the feature `R`.
public typealias EffectOf<R: Reducer> = Effect<R.Action>

extension Reducer where Body == Never {
  /// Has no value: a reducer that implements ``reduce(into:action:)`` has no body.
  public var body: Never {
    fatalError(
      """
      '\(Self.self).body' was read, but '\(Self.self)' has no body: it implements \
      'reduce(into:action:)'. To fix this, call 'reduce(into:action:)' instead.
      """
    )
  }
}

extension Reducer where Body: Reducer, Body.State == State, Body.Action == Action {
  /// Runs ``body``.
  ///
  /// Evaluates `body` at each call. A store evaluates `body` once and does not call this method.
  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    // Reports what the body declares: without a store that knows it, this does nothing.
    body.makeReduction().reduceByHand(&state, action, of: Self.self)
  }

  /// Makes a reduction that evaluates ``body`` at its first run and keeps it.
  @_documentation(visibility: internal)
  @inlinable
  public func makeReduction() -> Reduction<State, Action> {
    Reduction(lazily: { body.makeReduction() }, of: Self.self)
  }

  /// The type of ``body``.
  @_documentation(visibility: internal)
  public static var componentTypes: [any Reducer.Type] { [Body.self] }
}

extension Reducer {
  /// Makes a reduction that calls ``reduce(into:action:)``.
  @_documentation(visibility: internal)
  @inlinable
  public func makeReduction() -> Reduction<State, Action> {
    Reduction { state, action in reduce(into: &state, action: action) }
  }

  /// Empty: the reducer does everything itself.
  @_documentation(visibility: internal)
  public static var componentTypes: [any Reducer.Type] { [] }
}
