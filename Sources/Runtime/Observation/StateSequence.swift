/// The values of a part of a state over time; see ``Store/states(of:)``.
struct StateSequence<Value: Sendable & Equatable>: AsyncSequence, Sendable {
  /// Begins an iteration: makes a stream of the values, or returns `nil` if the store has ended.
  let begin: @MainActor @Sendable () -> AsyncStream<Value>?

  /// Makes an independent iteration, which begins with the value at its first `next()`.
  func makeAsyncIterator() -> Iterator { Iterator(begin: begin) }

  /// An iteration over the values; see ``Store/states(of:)``.
  struct Iterator: AsyncIteratorProtocol {
    private let begin: @MainActor @Sendable () -> AsyncStream<Value>?
    private var values: AsyncStream<Value>.Iterator?
    private var last: Value?

    init(begin: @escaping @MainActor @Sendable () -> AsyncStream<Value>?) {
      self.begin = begin
    }

    /// The next value, or `nil` once the store was released or dismissed, its child has left the
    /// state, or the calling task is cancelled.
    mutating func next(isolation actor: isolated (any Actor)?) async -> Value? {
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
