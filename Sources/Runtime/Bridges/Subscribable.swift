/// A publisher to which one subscribes with callbacks: of Combine, OpenCombine, or a program's own.
///
/// Its one method starts the callbacks and returns what stops them:
///
/// ```swift
/// extension Station: Subscribable {
///   func subscribe(
///     _ callback: CallbackSequence<Double, any Error>.Callback
///   ) -> @Sendable () -> Void {
///     let subscription = sink(receive: { callback($0) }, end: { callback.finish(throwing: $0) })
///     return { subscription.cancel() }
///   }
/// }
/// ```
///
/// A generic publisher conforms for all its outputs, without a condition. What it publishes must be
/// `Sendable` only where it is awaited. `Docs/Ratchet.docc/Concurrency.md` has the extension for
/// Combine's `AnyPublisher`.
///
/// For all values, pass the method to a sequence:
/// `CallbackSequence(bufferingPolicy: .unbounded) { station.subscribe($0) }`.
public protocol Subscribable<Output, Failure> {
  /// What is published.
  ///
  /// Not constrained to `Sendable`: a generic publisher could not conform then, because no
  /// conformance can depend on `Sendable`.
  associatedtype Output
  /// The error that the publisher may end with.
  associatedtype Failure: Error

  /// Begins to publish to a callback, and returns what ends that.
  func subscribe(
    _ callback: CallbackSequence<Output, Failure>.Callback
  ) -> @Sendable () -> Void
}

extension Subscribable where Output: Sendable {
  /// The first value that is published after this call.
  ///
  /// Ends the subscription when it has come, and when the task is cancelled.
  ///
  /// - Throws: What the publisher ends with; a `NoValueError` if it ends without a value and
  ///   without an error; `CancellationError` if the task is cancelled before that.
  public nonisolated(nonsending) func firstValue() async throws -> Output {
    try Task.checkCancellation()
    var values = CallbackSequence<Output, Failure>.Iterator(
      bufferingPolicy: .bufferingOldest(1), start: subscribe)
    if let value = try await values.next() { return value }
    try Task.checkCancellation()
    throw NoValueError(publisher: "\(Self.self)")
  }
}

/// A publisher ended without a value.
public struct NoValueError: Error, Hashable, CustomStringConvertible {
  /// The type of the publisher.
  public let publisher: String

  /// Says which publisher it was.
  public var description: String {
    "The publisher \(publisher) ended without a value, so there is no first one."
  }
}
