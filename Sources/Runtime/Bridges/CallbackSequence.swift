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
/// Nothing happens until the sequence is iterated. Each consumer starts its own callbacks and has
/// its own buffer.
///
/// The closure that `start` returns is called exactly once to stop the callbacks: when the consumer
/// leaves its loop or is cancelled, or when the callbacks finish. The closure is retained until
/// then, so it can keep a delegate alive that its owner holds weakly. The sequence also ends when
/// all copies of `callback` are released.
///
/// Elements must be `Sendable`. The initializer requires this, not the type, because the
/// conformance of a generic publisher to `CallbackPublisher` cannot depend on `Sendable`.
public struct CallbackSequence<Element, Failure: Error>: AsyncSequence, Sendable {
  private let makeIterator: @Sendable () -> Iterator

  /// Makes a sequence from functions that start and stop callbacks.
  ///
  /// - Parameters:
  ///   - bufferingPolicy: Which elements to keep while the consumer is busy.
  ///   - start: Starts the callbacks, which may arrive on any thread, and returns a closure that
  ///     stops them. Called where the consumer begins its loop.
  public init(
    bufferingPolicy: AsyncStream<Element>.Continuation.BufferingPolicy,
    start: @escaping @Sendable (_ callback: Callback) -> @Sendable () -> Void
  ) where Element: Sendable {
    makeIterator = { Iterator(bufferingPolicy: bufferingPolicy, start: start) }
  }

  /// Starts the callbacks for a new consumer.
  public func makeAsyncIterator() -> some AsyncIteratorProtocol<Element, Failure> {
    makeIterator()
  }

  /// Starts the callbacks of one consumer, and iterates the elements that they deliver.
  struct Iterator: AsyncIteratorProtocol {
    private var elements: AsyncStream<Element>.Iterator
    private let subscription: CallbackSubscription<Failure>

    init(
      bufferingPolicy: AsyncStream<Element>.Continuation.BufferingPolicy,
      start: (Callback) -> @Sendable () -> Void
    ) where Element: Sendable {
      let (stream, continuation) = AsyncStream<Element>.makeStream(
        bufferingPolicy: bufferingPolicy)
      let subscription = CallbackSubscription<Failure>()
      // Called when the callbacks finish, and when the consumer leaves its loop or is cancelled.
      continuation.onTermination = { _ in subscription.end() }
      elements = stream.makeAsyncIterator()
      self.subscription = subscription
      subscription.setStop(start(Callback(continuation, subscription)))
    }

    /// The next element, or `nil` once the callbacks have finished or the task is cancelled.
    mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(Failure) -> Element? {
      if let element = await elements.next(isolation: actor) { return element }
      if let failure = subscription.takeFailure() { throw failure }
      return nil
    }
  }
}

extension CallbackSequence {
  /// Delivers elements to one consumer of a sequence, from any thread.
  ///
  /// Does nothing after the end of the sequence.
  public struct Callback: Sendable {
    /// Ends the sequence when the last copy of a callback is released: all copies share this
    /// object, and nothing else holds it.
    ///
    /// The closures are made where elements are known to be `Sendable`, so code that calls a
    /// callback needs no such constraint.
    private final class Lifetime: Sendable {
      let yield: @Sendable (Element) -> Void
      let finish: @Sendable (Failure?) -> Void

      init(
        yield: @escaping @Sendable (Element) -> Void, finish: @escaping @Sendable (Failure?) -> Void
      ) {
        self.yield = yield
        self.finish = finish
      }

      deinit {
        finish(nil)
      }
    }

    private let lifetime: Lifetime

    init(
      _ continuation: AsyncStream<Element>.Continuation,
      _ subscription: CallbackSubscription<Failure>
    ) where Element: Sendable {
      lifetime = Lifetime {
        continuation.yield($0)
      } finish: { failure in
        subscription.keep(failure)
        continuation.finish()
      }
    }

    /// Delivers an element; the buffering policy applies if the consumer is busy.
    public func callAsFunction(_ element: Element) {
      lifetime.yield(element)
    }

    /// Ends the sequence after the buffered elements, and then throws the error, if there is one.
    public func finish(throwing failure: Failure? = nil) {
      lifetime.finish(failure)
    }
  }
}

/// Stops the callbacks of one consumer exactly once, and keeps the error with which they ended.
///
/// Used by an iterator and its callback, on any threads. Owns the function that stops the
/// callbacks, until they end. Calls that function after its lock is released, because user code may
/// call back.
final class CallbackSubscription<Failure: Error>: Sendable {
  private struct State {
    var hasEnded = false
    /// Stops the callbacks; `nil` until they have been started, and once it was called.
    var stop: (@Sendable () -> Void)?
    /// The error that the iterator has yet to throw.
    var failure: Failure?
  }

  private let state = Locked(State())

  /// Stores the function that stops the callbacks, or calls it at once if the callbacks ended while
  /// they were being started.
  func setStop(_ stop: @escaping @Sendable () -> Void) {
    let hasEnded = state.withLock { state in
      if !state.hasEnded { state.stop = stop }
      return state.hasEnded
    }
    if hasEnded { stop() }
  }

  /// Stops the callbacks; called when the stream of elements is finished or cancelled.
  func end() {
    let stop = state.withLock { state in
      state.hasEnded = true
      return state.stop.take()
    }
    stop?()
  }

  /// Keeps the error with which the callbacks end, if any, unless they have already ended; called
  /// by the callback's `finish`, before it finishes the stream.
  func keep(_ failure: Failure?) {
    state.withLock { if !$0.hasEnded { $0.failure = failure } }
  }

  /// Returns the error, once, for the iterator to throw after the last element.
  func takeFailure() -> Failure? {
    state.withLock { $0.failure.take() }
  }
}
