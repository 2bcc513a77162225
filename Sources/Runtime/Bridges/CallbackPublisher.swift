/// A callback-based publisher, from Combine, OpenCombine, or your own code.
///
/// Its one method starts the callbacks and returns a closure that stops them:
///
/// ```swift
/// extension Station: CallbackPublisher {
///   func subscribe(
///     _ callback: CallbackSequence<Double, any Error>.Callback
///   ) -> @Sendable () -> Void {
///     let subscription = sink(receive: { callback($0) }, end: { callback.finish(throwing: $0) })
///     return { subscription.cancel() }
///   }
/// }
/// ```
///
/// A generic publisher conforms unconditionally, for all its outputs: an output must be `Sendable`
/// only where values are awaited. `Docs/Ratchet.docc/CallbacksAndPublishers.md` shows the extension
/// for Combine's `AnyPublisher`.
///
/// To receive all values, pass the method to a sequence:
/// `CallbackSequence(bufferingPolicy: .unbounded) { station.subscribe($0) }`.
public protocol CallbackPublisher<Output, Failure> {
  /// The type of the published values.
  ///
  /// Not constrained to `Sendable`, because no conformance can depend on `Sendable`: with the
  /// constraint, a generic publisher could not conform.
  associatedtype Output
  /// The type of the error with which the publisher may end.
  associatedtype Failure: Error

  /// Starts publishing to a callback and returns a closure that stops it.
  func subscribe(
    _ callback: CallbackSequence<Output, Failure>.Callback
  ) -> @Sendable () -> Void
}

extension CallbackPublisher where Output: Sendable {
  /// The first value published after this call.
  ///
  /// Ends the subscription when the value arrives or the task is cancelled.
  ///
  /// - Throws: The publisher's error; another error if it ends without a value or an error;
  ///   `CancellationError` if the task is cancelled first.
  public nonisolated(nonsending) func firstValue() async throws -> Output {
    try Task.checkCancellation()
    var values = CallbackSequence<Output, Failure>.Iterator(
      bufferingPolicy: .bufferingOldest(1), start: subscribe)
    if let value = try await values.next(isolation: #isolation) { return value }
    // No value: the task is cancelled, or the publisher has ended.
    try Task.checkCancellation()
    throw NoValueError(publisher: "\(Self.self)")
  }
}

/// An error for a publisher that ended without a value.
struct NoValueError: Error, Hashable, CustomStringConvertible {
  /// The type of the publisher.
  let publisher: String

  /// A message that names the publisher.
  var description: String {
    "The publisher '\(publisher)' ended without sending a value."
  }
}
