extension Store {
  /// The values of a part of the state over time: its value when the iteration begins, then each
  /// new value.
  ///
  /// ```swift
  /// for await query in store.states(of: \.query) {
  ///   print("Searching for \(query)")
  /// }
  /// ```
  ///
  /// Values are those at the end of a batch: when the actions that were sent, and those that
  /// followed from them at once, have been reduced. A consumer that is slower than the changes gets
  /// the newest value, and never the same value twice in a row. Iterations are independent.
  ///
  /// The sequence ends with the store, which it does not keep alive; that of a scoped store ends
  /// when its child has left the state. An iteration ends when its task is cancelled.
  public func states<Value: Sendable & Equatable>(
    of keyPath: KeyPath<State, Value>
  ) -> StateSequence<Value> {
    let projection = Projection(keyPath)
    let consumer = view.consumer ?? Consumer()
    view.consumer = consumer
    return StateSequence<Value> { [weak view] in
      withExtendedLifetime(consumer) {
        view.flatMap { StateStream.begin(projection, in: $0) }
      }
    }
  }
}

/// The values of a part of a state over time; see ``Store/states(of:)``.
public struct StateSequence<Value: Sendable & Equatable>: AsyncSequence, Sendable {
  /// A value of the watched part.
  public typealias Element = Value
  /// Iteration never fails.
  public typealias Failure = Never

  let begin: @MainActor @Sendable () -> AsyncStream<Value>?

  /// Makes an independent iteration, which begins with the value at its first `next()`.
  public func makeAsyncIterator() -> Iterator { Iterator(begin: begin) }

  /// An iteration over the values; see ``Store/states(of:)``.
  public struct Iterator: AsyncIteratorProtocol {
    private let begin: @MainActor @Sendable () -> AsyncStream<Value>?
    private var values: AsyncStream<Value>.Iterator?
    private var last: Value?

    init(begin: @escaping @MainActor @Sendable () -> AsyncStream<Value>?) {
      self.begin = begin
    }

    /// The next value, or `nil` once the store was released, its child has left the state, or the
    /// calling task is cancelled.
    public mutating func next() async -> Value? {
      await next(isolation: #isolation)
    }

    /// The next value, like ``next()``, in the caller's isolation.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Value? {
      if Task.isCancelled { return nil }
      if values == nil {
        values = await begin()?.makeAsyncIterator()
      }
      while let value = await values?.next(isolation: actor) {
        // A value that changed and changed back while the consumer was busy is not new.
        if value == last { continue }
        last = value
        return value
      }
      return nil
    }
  }
}

/// A token that represents consumers of a store's values, on any thread, while it is held.
///
/// Views and watches refer to it weakly, and so detect that no consumer is left.
final class Consumer: Sendable {}

/// Watches something in a state for one consumer of ``Store/states(of:)``.
final class StateStream<State, Value: Sendable & Equatable>: ProjectionWatch<State, Value> {
  private let continuation: AsyncStream<Value>.Continuation
  private weak var consumer: Consumer?

  /// Begins with the current value.
  static func begin(
    _ projection: Projection<State, Value>, in view: StateView<State>
  ) -> AsyncStream<Value> {
    let (values, continuation) = AsyncStream.makeStream(
      of: Value.self, bufferingPolicy: .bufferingNewest(1))
    let stream = StateStream(projection, continuation)
    if view.isInvalidated {
      let state = view.current()
      continuation.yield(projection.value(in: state))
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
    super.init(projection)
    // The stream releases this closure when it was cancelled, or its consumer has left.
    continuation.onTermination = { _ in withExtendedLifetime(consumer) {} }
  }

  override var hasEnded: Bool { consumer == nil }

  // Must be asked whether its consumer has left even if nothing has changed.
  override var isPassedOver: Bool { false }

  override func prepare(in node: StateNode) {
    if hasEnded { disarm(in: node) } else { arm(in: node) }
  }

  override func announce(in node: StateNode) {
    if !seen.isEmpty { continuation.yield(seen.value) }
  }

  override func end(in node: StateNode) {
    continuation.finish()
  }
}
