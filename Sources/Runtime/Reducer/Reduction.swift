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

  // The rest is not inlinable: generic code passes an action on by reference, whereas specialized
  // code copies it. (b10: 4 %)

  /// Runs both in order and merges their effects.
  @usableFromInline init(
    _ first: Reduction, then second: Reduction, declaring declarations: Declarations<State>
  ) {
    run = { [first = first.run, second = second.run] state, action in
      let effect = first(&state, action)
      return effect.merged(with: second(&state, action))
    }
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
    let made = LazyReduction<State, Action>()
    run = { state, action in
      if let reduction = unsafe made.reduction {
        // Safe: `made`, which this closure holds, owns it until its end.
        return unsafe reduction._withUnsafeGuaranteedRef { $0.run(&state, action) }
      }
      return made.keep(make()).run(&state, action)
    }
    declarations = Declarations(of: reducer) { made.declarations ?? made.keep(make()).declarations }
  }
}

/// Holds a reduction that is made at its first run.
@safe private final class LazyReduction<State, Action: Sendable> {
  /// Owned by this object and never replaced. (b10: running it without retaining it saves 5 %.)
  ///
  /// Unchecked: it is read and written as a whole, with no call in between, so that two accesses
  /// never overlap, and one reduction is never used by two threads at a time. The check would take
  /// as long as the rest of the way to a child.
  @exclusivity(unchecked) var reduction: Unmanaged<MadeReduction<State, Action>>?

  deinit {
    // Safe: `keep` has retained it.
    unsafe reduction?.release()
  }

  var declarations: Declarations<State>? {
    // Safe: owned by this object, as above.
    unsafe reduction?._withUnsafeGuaranteedRef { $0.declarations }
  }

  /// Keeps a reduction, unless making it has already made and kept one.
  func keep(_ made: Reduction<State, Action>) -> Reduction<State, Action> {
    if unsafe reduction == nil { unsafe reduction = .passRetained(MadeReduction(made)) }
    return made
  }
}

/// A reduction as an object.
private final class MadeReduction<State, Action: Sendable> {
  let run: (inout State, Action) -> Effect<Action>
  let declarations: Declarations<State>

  init(_ reduction: Reduction<State, Action>) {
    run = reduction.run
    declarations = reduction.declarations
  }
}
