import Observation

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
    let consumer = view.consumer ?? Consumer()
    view.consumer = consumer
    return StateSequence<Value> { [weak view] in
      withExtendedLifetime(consumer) {
        view.map { StateStream.values(of: keyPath, in: $0) }
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

/// Watches a part of a state for one iteration over its values, and puts them into a stream.
///
/// Used by ``StateSequence``. Owned by the node of the state, with which the stream ends. Do not
/// add it to a node that has ended.
private final class StateStream<State, Value: Sendable & Equatable>: ProjectionWatch<State, Value> {
  private let continuation: AsyncStream<Value>.Continuation
  private weak var consumer: Consumer?

  static func values(
    of keyPath: KeyPath<State, Value>, in view: StateView<State>
  ) -> AsyncStream<Value> {
    let (values, continuation) = AsyncStream.makeStream(
      of: Value.self, bufferingPolicy: .bufferingNewest(1))
    if view.isInvalidated {
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
    // The stream releases this closure when it was cancelled, or its consumer has left.
    continuation.onTermination = { _ in extendLifetime(consumer) }
  }

  deinit { continuation.finish() }

  override var hasEnded: Bool { consumer == nil }

  override func announce(in node: StateNode) {
    node.pool.deferReleases { _ = read(in: node) }
    yield()
  }

  private func yield() {
    if let seen { continuation.yield(seen) }
  }
}
