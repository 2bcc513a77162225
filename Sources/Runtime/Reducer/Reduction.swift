/// A reducer in the form that a store runs: its bodies are evaluated once.
///
/// Made by ``Reducer/makeReduction()``.
public struct Reduction<State, Action: Sendable> {
  @usableFromInline package let run: (inout State, Action) -> Effect<Action>

  /// Makes a reduction from a closure.
  ///
  /// For a reducer that wraps another one: make the other's reduction once, in `makeReduction()`,
  /// and call that.
  @inlinable public init(_ run: @escaping (inout State, Action) -> Effect<Action>) {
    self.run = run
  }

  /// Reduces an action.
  @inlinable public func callAsFunction(_ state: inout State, _ action: Action) -> Effect<Action> {
    run(&state, action)
  }

  /// A reduction that is made at its first run and kept.
  ///
  /// Lazy, so that a feature that contains itself is built only as deep as it is used, and under
  /// the dependencies in force at that position.
  @inlinable package init(lazily make: @escaping () -> Reduction) {
    let made = LazyReduction<State, Action>()
    run = { state, action in
      // Safe: `run` is read and written as a whole, with no call in between, so that two accesses
      // never overlap; one reduction is never used by two threads at a time.
      if let run = unsafe made.run { return run(&state, action) }
      let run = make().run
      unsafe made.run = run
      return run(&state, action)
    }
  }
}

/// Keeps a reduction that is made at its first run.
@usableFromInline
final class LazyReduction<State, Action: Sendable> {
  // Unchecked, because a check for overlapping access costs as much as everything else on the way
  // to a child.
  @usableFromInline @exclusivity(unchecked)
  var run: ((inout State, Action) -> Effect<Action>)?

  @usableFromInline init() {}
}
