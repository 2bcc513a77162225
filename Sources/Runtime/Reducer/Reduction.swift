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

  // What follows is not inlinable: generic code passes an action on by reference, where code for
  // one type copies it. (b10: 4 %)

  /// Runs both in order and merges their effects.
  @usableFromInline init(
    _ first: @escaping (inout State, Action) -> Effect<Action>,
    then second: @escaping (inout State, Action) -> Effect<Action>
  ) {
    run = { state, action in
      let effect = first(&state, action)
      return effect.merged(with: second(&state, action))
    }
  }

  /// A reduction that is made at its first run and kept.
  ///
  /// Lazy, so that a feature that contains itself is built only as deep as it is used, and under
  /// the dependencies in force at that position.
  @usableFromInline package init(lazily make: @escaping () -> Reduction) {
    let made = LazyReduction<State, Action>()
    run = { state, action in
      if let reduction = unsafe made.reduction {
        // Safe: `made`, which this closure holds, owns it until its end.
        return unsafe reduction._withUnsafeGuaranteedRef { $0.run(&state, action) }
      }
      return made.keep(make())(&state, action)
    }
  }
}

/// Keeps a reduction that is made at its first run.
@safe private final class LazyReduction<State, Action: Sendable> {
  /// Owned by this object, and not replaced. (b10: running it without retaining it saves 5 %.)
  ///
  /// Unchecked: it is read and written as a whole, with no call in between, so that two accesses
  /// never overlap, and one reduction is never used by two threads at a time. The check would take
  /// as long as everything else on the way to a child.
  @exclusivity(unchecked) var reduction: Unmanaged<MadeReduction<State, Action>>?

  deinit {
    // Safe: `keep` has retained it.
    unsafe reduction?.release()
  }

  /// Keeps a reduction, unless it was made and kept in the course of making this one.
  func keep(_ made: Reduction<State, Action>) -> Reduction<State, Action> {
    if unsafe reduction == nil { unsafe reduction = .passRetained(MadeReduction(made.run)) }
    return made
  }
}

/// A reduction as an object.
private final class MadeReduction<State, Action: Sendable> {
  let run: (inout State, Action) -> Effect<Action>

  init(_ run: @escaping (inout State, Action) -> Effect<Action>) {
    self.run = run
  }
}
