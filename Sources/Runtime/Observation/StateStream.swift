/// Watches a part of a state for one iteration over `store.states(of:)`, and puts each new value
/// into an `AsyncStream`.
///
/// Used by `StateSequence`. Owned by a `StateView`, which represents the state of a store or a
/// scoped store; the stream ends with it, or when the store is dismissed. Owns the continuation of
/// the stream. Do not add it to an invalidated view, one whose child has left the state: its value
/// does not change any more.
final class StateStream<State, Value: Sendable & Equatable>: ProjectionWatch<State, Value> {
  private let continuation: AsyncStream<Value>.Continuation
  /// A token that only the `AsyncStream` retains; `nil` once the stream is cancelled or nothing
  /// reads the stream any more.
  private weak var consumer: Consumer?

  /// Begins an iteration: returns a stream of the values of a part, from the current one on.
  ///
  /// If the value does not change any more, the stream ends after the current value.
  static func values(
    of keyPath: KeyPath<State, Value>, in view: StateView<State>
  ) -> AsyncStream<Value> {
    let (values, continuation) = AsyncStream.makeStream(
      of: Value.self, bufferingPolicy: .bufferingNewest(1))
    if view.isInvalidated || view.loop.registry.dismissal.isDismissed {
      continuation.yield(view.current()[keyPath])
      continuation.finish()
    } else {
      let stream = StateStream(keyPath, continuation)
      view.add(stream)
      stream.yield()
    }
    return values
  }

  private init(
    _ keyPath: KeyPath<State, Value>, _ continuation: AsyncStream<Value>.Continuation
  ) {
    let consumer = Consumer()
    self.continuation = continuation
    self.consumer = consumer
    super.init { $0[keyPath] }
    // The `AsyncStream` releases this closure, and the token in it, when it is cancelled or nothing
    // reads it any more.
    continuation.onTermination = { _ in extendLifetime(consumer) }
  }

  deinit { continuation.finish() }

  override var hasEnded: Bool { consumer == nil }

  /// Called at the end of a batch of actions in which the value has changed.
  ///
  /// The inherited `read` keeps the new value as `seen` and waits for the next change. Old values
  /// are released at the end of `deferReleases`, because a `deinit` of the user may run.
  override func announce(in node: StateNode) {
    node.pool.deferReleases { _ = read(in: node) }
    yield()
  }

  override func endStreams(in node: StateNode) {
    _ = keep(from: node)
    yield()
    continuation.finish()
  }

  private func yield() {
    if let seen { continuation.yield(seen) }
  }
}
