/// Stands for somebody who wants values of a store, on whatever thread, as long as it is held.
///
/// Watches refer to it weakly, so they find out that nobody wants more values.
final class Consumer: Sendable {}

/// Watches something in a state for one consumer of ``Store/states(of:)``.
final class StateStream<State, Value: Sendable & Equatable>: ProjectionWatch<State, Value> {
  private let continuation: AsyncStream<Value>.Continuation
  private weak var consumer: Consumer?

  /// Begins with the value at this moment.
  static func begin(
    _ projection: Projection<State, Value>, in view: StateView<State>
  ) -> AsyncStream<Value> {
    let (values, continuation) = AsyncStream.makeStream(
      of: Value.self, bufferingPolicy: .bufferingNewest(1))
    let stream = StateStream(projection, continuation)
    if view.isInvalidated {
      let state = view.current()
      continuation.yield(projection.withReference(in: state, view.pool) { $0.value })
      continuation.finish()
    } else {
      view.add(stream)
      stream.announce(in: view)
    }
    return values
  }

  private init(
    _ projection: Projection<State, Value>, _ continuation: AsyncStream<Value>.Continuation
  ) {
    let consumer = Consumer()
    self.continuation = continuation
    self.consumer = consumer
    super.init(projection, ordinal: 0)
    // The stream releases this closure when it was cancelled, or its consumer has left.
    continuation.onTermination = { _ in withExtendedLifetime(consumer) {} }
  }

  override var hasEnded: Bool { consumer == nil }

  override func prepare(in node: StateNode) {
    if hasEnded { disarm(in: node) } else { keep(from: node) }
  }

  override func announce(in node: StateNode) {
    if isArmed { continuation.yield(seen.reference.value) }
  }

  override func end(in node: StateNode) {
    continuation.finish()
    super.end(in: node)
  }
}

/// Keeps the view of a child in its tree, while nobody holds its store, for those who may ask for
/// its states.
final class InterestWatch: Watch {
  private weak var consumer: Consumer?

  init(_ consumer: Consumer) {
    self.consumer = consumer
    super.init(ordinal: 0)
  }

  override var isOpaque: Bool { false }

  override var hasEnded: Bool { consumer == nil }

  override func hasChanged(in node: StateNode) -> Bool { false }

  override func announce(in node: StateNode) {}
}
