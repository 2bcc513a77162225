/// The form of a reducer that a store runs, with each body evaluated once.
///
/// Made by ``Reducer/makeReduction()``. Only operators make one from another, so that what a
/// reducer declares is never lost; see ``Reducer/around(_:)``.
public struct Reduction<State, Action: Sendable> {
  @usableFromInline package let run: (inout State, Action) -> Effect<Action>
  /// What the reducer declares for its state.
  @usableFromInline package let declarations: Declarations<State>

  /// Makes a reduction from a closure that runs no other reducer.
  @inlinable init(_ run: @escaping (inout State, Action) -> Effect<Action>) {
    self.init(run, declaring: .none)
  }

  @inlinable init(
    _ run: @escaping (inout State, Action) -> Effect<Action>,
    declaring declarations: Declarations<State>
  ) {
    self.run = run
    self.declarations = declarations
  }

  /// A reduction that is made at its first run and kept.
  ///
  /// Lazy, so that a recursive feature is built only as deep as it is used, and under the
  /// dependencies in force at that position. Its declarations are requested earlier, but only if
  /// the reducer's type says that there may be some.
  @usableFromInline init(
    lazily make: @escaping () -> Reduction, of reducer: any Reducer.Type
  ) {
    let kept = LazyReduction(make)
    run = { state, action in kept.run(&state, action) }
    declarations = Declarations(of: reducer) { kept.declarations ?? kept.made().declarations }
  }
}

extension Reduction {
  /// Reduces an action for a reducer that is called directly instead of by a store.
  @usableFromInline func reduceByHand(
    _ state: inout State, _ action: Action, of reducer: any Reducer.Type
  ) -> Effect<Action> {
    let effect = run(&state, action)
    let kinds = declarations.kinds
    if kinds.isEmpty { return effect }
    let origin = declarations.subscriptions?.origin()
    let what = kinds.contains(.kept) ? "a kept field" : "subscriptions"
    let misuse = HandReduction(reducer: "\(reducer)", what: what, origin: origin)
    return Effect(.reducedByHand(effect.tree, misuse))
  }
}
