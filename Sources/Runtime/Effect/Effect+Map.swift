extension Effect {
  /// This effect with each action that it sends transformed.
  ///
  /// ```swift
  /// return document.open(file).map(Action.document)
  /// ```
  ///
  /// Keeps names, places and cancel ids. Takes constant time, whatever the effect is made of.
  ///
  /// - Parameter transform: Called for each action when it is sent; for that of an `Effect.send`, when this method is
  ///   called or the effect is returned to the store.
  /// - Returns: The effect that sends the transformed actions.
  public func map<B: Sendable>(_ transform: @escaping @Sendable (Action) -> B) -> Effect<B> {
    switch tree {
    case .none, .cancel, .absent: return Effect<B>(tree)
    case .leaf(let leaf) where leaf.maps < ActionMap.deepest:
      return Effect<B>(.leaf(Self.map(leaf, transform)))
    case .leaf, .node: return Effect<B>(.of(.mapped(tree, ActionMapStep(transform))))
    }
  }

  /// Transforms what a leaf sends.
  static func map<B: Sendable>(
    _ leaf: any EffectLeaf, _ transform: @escaping @Sendable (Action) -> B
  ) -> any EffectLeaf {
    // Safe: the leaves of an `Effect<Action>` are made by its own operators, of these two classes and with
    // this `Action`; neither `Effect.init(_:)` nor the classes are public.
    if leaf.isSend {
      let leaf = unsafe unsafeDowncast(leaf, to: SendLeaf.self)
      return Effect<B>.SendLeaf(transform(leaf.action))
    }
    let leaf = unsafe unsafeDowncast(leaf, to: RunLeaf.self)
    return Effect<B>.RunLeaf(
      mapping: leaf,
      operation: { [operation = leaf.operation] send in try await operation(send.map(transform)) },
      handler: map(leaf.handler, transform))
  }

  private static func map<B: Sendable>(
    _ handler: RunLeaf.Handler?, _ transform: @escaping @Sendable (Action) -> B
  ) -> Effect<B>.RunLeaf.Handler? {
    guard let handler else { return nil }
    return { error, send in await handler(error, send.map(transform)) }
  }
}
