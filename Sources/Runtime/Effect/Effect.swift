/// A description of work that follows from an action.
///
/// An effect is a value: making one does nothing. A store runs the effects that its reducer
/// returns, after the action has been reduced and in the order in which they were returned.
///
/// ```swift
/// case .factButtonTapped:
///   return .run { [count = state.count] send in
///     await send(.factResponse(facts.fetch(count)))
///   }
/// ```
public struct Effect<Action: Sendable>: Sendable {
  package let tree: EffectTree

  package init(_ tree: EffectTree) {
    self.tree = tree
  }

  @usableFromInline init(_ leaf: SendLeaf) {
    tree = .leaf(leaf)
  }

  @usableFromInline init(_ leaf: RunLeaf) {
    tree = .leaf(leaf)
  }

  // `send` and `run` are inlinable, because in the caller's own code the class of the leaf is known: that saves
  // a look-up of its type for each effect.

  /// The effect that does nothing.
  public static var none: Self { Self(.none) }

  /// An effect that sends one action.
  ///
  /// The action is reduced after the action that returned this effect, before the store's `send`
  /// returns. To share logic between two actions, prefer a method on the reducer: it costs nothing
  /// and cannot be cancelled.
  @inlinable public static func send(_ action: Action) -> Self {
    Self(SendLeaf(action))
  }
}

/// An effect of the feature `R`.
public typealias EffectOf<R: Reducer> = Effect<R.Action>
