/// The form of a reducer that a store runs, with each body evaluated once.
///
/// Made by `makeReduction`. Only the library's operators create a reduction from another reducer,
/// so declarations such as subscriptions are never lost. To write your own operator, see
/// ``Reducer/around(_:)``.
@_documentation(visibility: internal)
public struct Reduction<State, Action: Sendable> {
  /// Changes the state for an action, and returns the effect.
  @usableFromInline package let run: (inout State, Action) -> Effect<Action>
  /// The subscriptions, and the fields kept in shared keys, that the reducer declares.
  @usableFromInline package let declarations: Declarations<State>

  /// Makes a reduction from a closure that runs no other reducer.
  @inlinable init(_ run: @escaping (inout State, Action) -> Effect<Action>) {
    self.init(run, declaring: Declarations())
  }

  /// Makes a reduction from a closure, and what the reducers that it runs declare.
  @inlinable init(
    _ run: @escaping (inout State, Action) -> Effect<Action>,
    declaring declarations: Declarations<State>
  ) {
    self.run = run
    self.declarations = declarations
  }

  /// Makes a reduction that calls `make` at its first use and uses the result from then on.
  ///
  /// So a recursive feature is built only as deep as it is used, and a body is built under the
  /// dependencies in force at its position. The first use is the first action, or earlier: if the
  /// types of the reducers (`reducer`) say that there may be declarations, a store asks for them.
  @usableFromInline init(
    lazily make: @escaping () -> Reduction, of reducer: any Reducer.Type
  ) {
    let lazy = LazyReduction(make)
    run = { state, action in lazy.run(&state, action) }
    declarations = Declarations(of: reducer, make: lazy.madeDeclarations)
  }
}

extension Reduction {
  /// Reduces an action for a reducer that is called directly instead of by a store.
  ///
  /// A store does not know such a reducer. If the reducer declares something, the store reports
  /// that the declaration does nothing: the returned effect contains the report.
  @usableFromInline func reduceByHand(
    _ state: inout State, _ action: Action, of reducer: any Reducer.Type
  ) -> Effect<Action> {
    let effect = run(&state, action)
    if declarations.running == nil, declarations.kept == nil { return effect }
    let origin = declarations.running?.origin()
    let what = declarations.kept != nil ? "a kept field" : "subscriptions"
    let misuse = DirectReducerCall(reducer: "\(reducer)", what: what, origin: origin)
    return Effect(.reducedByHand(effect.tree, misuse))
  }
}
