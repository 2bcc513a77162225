/// What a delegate or a repeated callback hands over, as an asynchronous sequence.
///
/// ```swift
/// let locations = CallbackSequence<Int, Never>(bufferingPolicy: .bufferingNewest(1)) { callback in
///   let delegate = TrackerDelegate { callback($0) }
///   tracker.delegate = delegate
///   return {
///     tracker.delegate = nil
///     withExtendedLifetime(delegate) {}
///   }
/// }
/// ```
///
/// Nothing happens until somebody iterates. Each consumer starts the callbacks anew, and has a buffer of its own.
///
/// What `start` returns is called exactly once to stop them: when the consumer leaves its loop or is cancelled, or when
/// the callbacks finish. It is kept until then, so it may keep a delegate alive that its owner holds weakly. If all copies of
/// `callback` are released, nobody can call any more and the sequence ends.
///
/// Elements must be `Sendable`. The initializer asks for that and not the type, so that generic
/// publishers, whose conformances cannot depend on `Sendable`, can be `Subscribable`.
public struct CallbackSequence<Element, Failure: Error>: AsyncSequence, Sendable {
  /// Which elements are kept while the consumer is busy.
  public typealias BufferingPolicy = AsyncStream<Element>.Continuation.BufferingPolicy

  private let makeIterator: @Sendable () -> Iterator

  /// Makes a sequence from functions that start and stop callbacks.
  ///
  /// - Parameters:
  ///   - bufferingPolicy: Which elements are kept while the consumer is busy.
  ///   - start: Begins to call the callback, on any thread, and returns what stops that. Called where
  ///     the consumer begins its loop.
  public init(
    bufferingPolicy: BufferingPolicy,
    start: @escaping @Sendable (_ callback: Callback) -> @Sendable () -> Void
  ) where Element: Sendable {
    makeIterator = { Iterator(bufferingPolicy: bufferingPolicy, start: start) }
  }

  /// Starts the callbacks for a new consumer.
  public func makeAsyncIterator() -> Iterator {
    makeIterator()
  }

  /// Waits for what the callbacks hand over.
  public struct Iterator: AsyncIteratorProtocol {
    private var elements: AsyncStream<Element>.Iterator
    private let subscription: CallbackSubscription<Failure>

    init(bufferingPolicy: BufferingPolicy, start: (Callback) -> @Sendable () -> Void)
    where Element: Sendable {
      let (stream, continuation) = AsyncStream<Element>.makeStream(
        bufferingPolicy: bufferingPolicy)
      let subscription = CallbackSubscription<Failure>()
      continuation.onTermination = { _ in subscription.end() }
      elements = stream.makeAsyncIterator()
      self.subscription = subscription
      subscription.setStop(start(Callback(continuation, subscription)))
    }

    /// The next element; `nil` when the callbacks have finished or the task is cancelled.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(Failure) -> Element? {
      if let element = await elements.next(isolation: actor) { return element }
      if let failure = subscription.takeFailure() { throw failure }
      return nil
    }
  }
}
