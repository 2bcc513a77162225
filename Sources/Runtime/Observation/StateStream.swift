/// Watches a part of a state for one consumer of ``Store/states(of:)``.
final class StateStream<State, Value: Sendable & Equatable>: StateWatch<State> {
  private let part: StatePart<State, Value>
  private let seen: Snapshot<Value>
  private let continuation: AsyncStream<Value>.Continuation
  private let consumer: Consumer
  private let pool: ReleasePool

  /// Begins with the value at this moment.
  static func begin(
    _ part: StatePart<State, Value>, in view: StateView<State>
  ) -> AsyncStream<Value> {
    let (values, continuation) = AsyncStream.makeStream(
      of: Value.self, bufferingPolicy: .bufferingNewest(1))
    let state = view.current()
    let seen = part.withReference(in: state, view.pool) { Snapshot($0) }
    continuation.yield(seen.reference.value)
    if view.isGone {
      continuation.finish()
    } else {
      view.add(StateStream(part, seen, continuation, view.pool))
    }
    return values
  }

  private init(
    _ part: StatePart<State, Value>, _ seen: Snapshot<Value>,
    _ continuation: AsyncStream<Value>.Continuation, _ pool: ReleasePool
  ) {
    self.part = part
    self.pool = pool
    self.seen = seen
    self.continuation = continuation
    let consumer = Consumer()
    continuation.onTermination = { _ in consumer.leave() }
    self.consumer = consumer
  }

  override var isOver: Bool { consumer.hasLeft }

  override func hasChanged(in state: StateReference<State>) -> Bool {
    part.withReference(in: state, pool) { new in
      if seen.isStill(new, pool) { return false }
      seen.take(new, pool)
      return true
    }
  }

  override func announce() {
    continuation.yield(seen.reference.value)
  }

  override func end() {
    continuation.finish()
  }
}
