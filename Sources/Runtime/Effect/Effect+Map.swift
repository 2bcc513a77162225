extension Effect {
  /// This effect, with each action that it sends transformed.
  ///
  /// ```swift
  /// return document.open(file).map(Action.document)
  /// ```
  ///
  /// Keeps names, source positions and cancel ids. Takes time in proportion to the number of
  /// effects that this effect consists of.
  ///
  /// - Parameter transform: Called for each action when it is sent; for an `Effect.send`, when this
  ///   method is called.
  /// - Returns: An effect that sends the transformed actions.
  public func map<B: Sendable>(_ transform: @escaping @Sendable (Action) -> B) -> Effect<B> {
    guard let work else { return .none }
    return Effect<B>(work.tree.replacingLeaves { Self.map($0, transform) })
  }

  /// Transforms the actions that a leaf (one unit of an effect's work) sends.
  private static func map<B: Sendable>(
    _ leaf: EffectLeaf, _ transform: @escaping @Sendable (Action) -> B
  ) -> EffectLeaf {
    switch leaf {
    case let leaf as SendLeaf: return Effect<B>.SendLeaf(transform(leaf.action))
    case let leaf as RunLeaf:
      return Effect<B>.RunLeaf(
        leaf.kind, name: leaf.name, rawPriority: leaf.rawPriority, origin: leaf.origin,
        operation: { [operation = leaf.operation] send in
          try await operation(send.map(transform))
        },
        handler: map(leaf.handler, transform))
    // The third kind, `WaitLeaf`, is made by a store, after all mapping.
    default: preconditionFailure("An 'Effect<\(Action.self)>' has leaves of that type only.")
    }
  }

  /// Transforms the actions that the `catch:` closure of an effect sends.
  private static func map<B: Sendable>(
    _ handler: RunLeaf.Handler?, _ transform: @escaping @Sendable (Action) -> B
  ) -> Effect<B>.RunLeaf.Handler? {
    guard let handler else { return nil }
    return { error, send in await handler(error, send.map(transform)) }
  }
}
