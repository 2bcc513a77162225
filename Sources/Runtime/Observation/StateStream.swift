/// Watches a part of a state for one consumer of ``Store/states(of:)``.
final class StateStream<State, Value: Sendable & Equatable>: StateWatch<State> {
  private let part: StatePart<State, Value>
  private let seen: Snapshot<Value>
  private let continuation: AsyncStream<Value>.Continuation
  private let consumer: Consumer

  /// Begins with the value at this moment.
  static func begin(
    _ part: StatePart<State, Value>, in view: StateView<State>
  ) -> AsyncStream<Value> {
    let (values, continuation) = AsyncStream.makeStream(
      of: Value.self, bufferingPolicy: .bufferingNewest(1))
    let state = view.current()
    let seen = part.withReference(in: state) { Snapshot($0) }
    continuation.yield(seen.reference.value)
    if view.isGone {
      continuation.finish()
    } else {
      view.add(StateStream(part, seen, continuation))
    }
    return values
  }

  private init(
    _ part: StatePart<State, Value>, _ seen: Snapshot<Value>,
    _ continuation: AsyncStream<Value>.Continuation
  ) {
    self.part = part
    self.seen = seen
    self.continuation = continuation
    let consumer = Consumer()
    continuation.onTermination = { _ in consumer.leave() }
    self.consumer = consumer
  }

  override var isLasting: Bool { true }

  override var isOver: Bool { consumer.hasLeft }

  override func hasChanged(in state: StateReference<State>) -> Bool {
    part.withReference(in: state) { new in
      if seen.isStill(new) { return false }
      seen.take(new)
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
