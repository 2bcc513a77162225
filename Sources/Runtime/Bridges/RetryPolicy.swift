import RatchetDependencies

/// How often to retry a failed operation, and how long to wait before each retry.
///
/// Used by ``withRetries(_:if:_:fileID:line:)`` and `Effect.sequence`, which also take a condition
/// on the error.
public struct RetryPolicy: Hashable, Sendable {
  /// How the delay between two attempts grows.
  public enum Backoff: Hashable, Sendable {
    /// The same delay before each retry.
    case constant(Duration)
    /// Twice the delay of the previous retry, up to a limit.
    case exponential(from: Duration, upTo: Duration)
  }

  /// The number of retries after the first attempt.
  let count: Int
  /// The delay before each retry.
  let backoff: Backoff

  private init(count: Int, backoff: Backoff) {
    self.count = max(0, count)
    self.backoff = backoff
  }

  /// Gives up after the first failure.
  public static var never: RetryPolicy { .times(0) }

  /// Retries a number of times in total.
  ///
  /// Elements that a sequence delivers between two failures do not reset the count.
  public static func times(_ count: Int, backoff: Backoff = .constant(.zero)) -> RetryPolicy {
    RetryPolicy(count: count, backoff: backoff)
  }

  /// The delay before a retry, counted from 1; `nil` to give up.
  public func delay(beforeRetry number: Int) -> Duration? {
    guard number >= 1, number <= count else { return nil }
    switch backoff {
    case .constant(let delay):
      return delay
    case .exponential(let first, let limit):
      var delay = first
      // Not more often: the shortest duration exceeds any limit when it is doubled so often.
      for _ in 1..<min(number, 128) where delay < limit { delay *= 2 }
      return min(delay, limit)
    }
  }
}

/// Runs an operation, and again after each error that a policy covers.
///
/// ```swift
/// return .run { [number = state.count] send in
///   let fact = try await withRetries(.times(3), if: { $0 is ConnectionLost }) {
///     try await facts.fetch(number)
///   }
///   await send(.loaded(fact))
/// }
/// ```
///
/// Both closures run in the caller's isolation. The delays use the `continuousClock` dependency. A
/// `CancellationError` is not retried, and nothing is retried once the task is cancelled.
///
/// - Parameters:
///   - policy: How often to retry, and how long to wait before each retry.
///   - condition: Whether to retry after an error; always, by default.
///   - operation: The work, run once for each attempt.
///   - fileID: Where the clock is read, for reports.
///   - line: Where the clock is read, for reports.
/// - Returns: The value of the attempt that succeeded.
/// - Throws: The error of the last attempt; `CancellationError` if the task was cancelled.
public nonisolated(nonsending) func withRetries<Value>(
  _ policy: RetryPolicy,
  if condition: (_ error: any Error) -> Bool = { _ in true },
  _ operation: nonisolated(nonsending) () async throws -> Value,
  fileID: StaticString = #fileID,
  line: UInt = #line
) async throws -> Value {
  @Dependency(\.continuousClock, fileID: fileID, line: line) var clock
  var retries = 0
  while true {
    do {
      return try await operation()
    } catch {
      try Task.checkCancellation()
      retries += 1
      guard !(error is CancellationError), let delay = policy.delay(beforeRetry: retries),
        condition(error)
      else { throw error }
      if delay > .zero { try await clock.sleep(for: delay.capped) } else { await Task.yield() }
      // A yield does not throw if the task has been cancelled in the meantime.
      try Task.checkCancellation()
    }
  }
}
