extension Effect {
  /// This effect with each action that it sends transformed.
  ///
  /// Keeps names, places and cancel ids.
  public func map<B: Sendable>(_ transform: @escaping @Sendable (Action) -> B) -> Effect<B> {
    if isNone { return .none }
    return Effect<B>(shape.map(transform))
  }
}

extension Effect.Shape {
  func map<B: Sendable>(_ transform: @escaping @Sendable (Action) -> B) -> Effect<B>.Shape {
    switch self {
    case .none: return .none
    case .send(let action): return .send(transform(action))
    case .run(let run): return .run(run.map(transform))
    case .merge(let shapes): return .merge(shapes.map { $0.map(transform) })
    case .concatenate(let shapes): return .concatenate(shapes.map { $0.map(transform) })
    case .cancel(let id): return .cancel(id)
    case .cancellable(let shape, let id, let cancelInFlight):
      return .cancellable(shape.map(transform), id: id, cancelInFlight: cancelInFlight)
    }
  }
}

extension Effect.Run {
  func map<B: Sendable>(_ transform: @escaping @Sendable (Action) -> B) -> Effect<B>.Run {
    Effect<B>.Run(
      name: name,
      priority: priority,
      origin: origin,
      operation: { [operation] send in try await operation(send.map(transform)) },
      handler: mapHandler(transform)
    )
  }

  private func mapHandler<B: Sendable>(
    _ transform: @escaping @Sendable (Action) -> B
  ) -> (@MainActor @Sendable (any Error, Send<B>) async -> Void)? {
    guard let handler else { return nil }
    return { error, send in await handler(error, send.map(transform)) }
  }
}
