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
