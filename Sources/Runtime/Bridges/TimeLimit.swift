import RatchetDependencies

/// Returns the result of an operation, or cancels it and returns `nil` if it exceeds a time limit.
///
/// ```swift
/// guard let hits = try await withTimeLimit(.seconds(5), on: clock, { try await search(terms) })
/// else { throw SearchError.tooSlow }
/// ```
///
/// If the operation is cancelled, this still waits for it to return. With the clock of a test
/// store, the time is the test's.
///
/// - Parameters:
///   - limit: How long the operation may take.
///   - clock: The clock that measures it, such as `@Dependency(\.continuousClock)`.
///   - operation: The operation.
/// - Returns: The result; `nil` after the limit.
/// - Throws: The operation's error; `CancellationError` if the calling task is cancelled first.
public func withTimeLimit<Value: Sendable>(
  _ limit: Duration, on clock: any Clock<Duration>,
  _ operation: @escaping @Sendable () async throws -> Value
) async throws -> Value? {
  try await withThrowingTaskGroup(of: Value?.self) { group in
    group.addTask { try await operation() }
    group.addTask {
      try await clock.sleep(for: limit.capped)
      return nil
    }
    // The first child task to end gives the result. The other one is cancelled, and awaited.
    defer { group.cancelAll() }
    return try await group.next() ?? nil
  }
}
