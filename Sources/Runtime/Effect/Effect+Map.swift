extension Effect {
  /// This effect with each action that it sends transformed.
  ///
  /// ```swift
  /// return document.open(file).map(Action.document)
  /// ```
  ///
  /// Keeps names, places and cancel ids.
  public func map<B: Sendable>(_ transform: @escaping @Sendable (Action) -> B) -> Effect<B> {
    if isNone { return .none }
    return Effect<B>(tree.map { Self.map($0, transform) })
  }

  /// Transforms what a leaf sends.
  private static func map<B: Sendable>(
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
      name: leaf.name, rawPriority: leaf.rawPriority, origin: leaf.origin,
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
