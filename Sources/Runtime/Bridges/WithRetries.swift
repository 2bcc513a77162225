import RatchetDependencies

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
/// Both closures run where the caller runs. The delays of the policy are waited for on the
/// `continuousClock` dependency. A `CancellationError` is not retried; once the task is cancelled,
/// nothing is.
///
/// - Parameters:
///   - policy: How often to try again, and how long to wait before that.
///   - condition: Whether an error is worth another attempt; each one if nothing is stated.
///   - operation: What to do, once for each attempt.
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
      if delay > .zero { try await clock.sleep(for: delay) }
    }
  }
}
