import RatchetDependencies

/// The values of a delegate or of a repeated callback, as an asynchronous sequence.
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
/// Nothing happens until it is iterated. Each consumer starts the callbacks again, and has a buffer
/// of its own.
///
/// What `start` returns is called exactly once to stop them: when the consumer leaves its loop or
/// is cancelled, or when the callbacks finish. It is kept until then, so it may keep a delegate
/// alive that its owner holds weakly. If all copies of `callback` are released, no element can come
/// any more and the sequence ends.
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
  ///   - start: Begins to call the callback, on any thread, and returns what stops that. Called
  ///     where the consumer begins its loop.
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

  /// Returns the elements that the callbacks hand over.
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

extension CallbackSequence {
  /// Hands elements to one consumer of a sequence, from any thread.
  ///
  /// After the end of the sequence it does nothing.
  public struct Callback: Sendable {
    /// What all copies share, and nobody else holds.
    private final class Lifetime: Sendable {
      /// Made where elements are known to be `Sendable`, so that a caller need not know it.
      let yield: @Sendable (Element) -> Void
      let continuation: AsyncStream<Element>.Continuation
      let subscription: CallbackSubscription<Failure>

      init(
        _ continuation: AsyncStream<Element>.Continuation,
        _ subscription: CallbackSubscription<Failure>
      ) where Element: Sendable {
        yield = { continuation.yield($0) }
        self.continuation = continuation
        self.subscription = subscription
      }

      deinit {
        continuation.finish()
      }
    }

    private let lifetime: Lifetime

    init(
      _ continuation: AsyncStream<Element>.Continuation,
      _ subscription: CallbackSubscription<Failure>
    ) where Element: Sendable {
      lifetime = Lifetime(continuation, subscription)
    }

    /// Hands over an element, for which the buffering policy decides if the consumer is busy.
    public func callAsFunction(_ element: Element) {
      lifetime.yield(element)
    }

    /// Ends the sequence, after the elements that are buffered.
    public func finish() {
      lifetime.continuation.finish()
    }

    /// Ends the sequence with an error, which is thrown after the elements that are buffered.
    public func finish(throwing failure: Failure) {
      lifetime.subscription.fail(failure)
      lifetime.continuation.finish()
    }
  }
}

/// The callbacks of one consumer: stops them once, and keeps the error that they ended with.
final class CallbackSubscription<Failure: Error>: Sendable {
  private struct State {
    var hasEnded = false
    var stop: (@Sendable () -> Void)?
    var failure: Failure?
  }

  private let state = Locked(State())

  /// Stores the function that stops the callbacks; calls it at once if they ended while they were
  /// started.
  func setStop(_ stop: @escaping @Sendable () -> Void) {
    let hasEnded = state.withLock { state in
      if !state.hasEnded { state.stop = stop }
      return state.hasEnded
    }
    if hasEnded { stop() }
  }

  func end() {
    let stop = state.withLock { state in
      state.hasEnded = true
      return state.stop.take()
    }
    stop?()
  }

  /// Keeps the error that the callbacks end with, unless they have ended.
  func fail(_ failure: Failure) {
    state.withLock { state in
      if !state.hasEnded, state.failure == nil { state.failure = failure }
    }
  }

  func takeFailure() -> Failure? {
    state.withLock { $0.failure.take() }
  }
}
