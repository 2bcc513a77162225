extension Effect {
  /// This effect with each action that it sends transformed.
  ///
  /// Keeps names, places and cancel ids.
  public func map<B: Sendable>(_ transform: @escaping @Sendable (Action) -> B) -> Effect<B> {
    if isNone { return .none }
    return Effect<B>(
      tree.map { leaf in
        // Safe: the leaves of an `Effect<Action>` are made by its own operators, all of which make
        // an `Effect<Action>.Leaf`; `Effect.init(_:)` is not public.
        unsafe unsafeDowncast(leaf, to: Leaf.self).map(transform)
      })
  }
}
