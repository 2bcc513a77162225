/// Returns the result of an operation, or nil if it exceeds a limit; it is then cancelled.
///
/// Returns only when a cancelled operation has also returned.
package func withTimeLimit<Value: Sendable>(
  _ limit: Duration, on clock: any Clock<Duration>,
  _ operation: @escaping @Sendable () async throws -> Value
) async throws -> Value? {
  try await withThrowingTaskGroup(of: Value?.self) { group in
    group.addTask { try await operation() }
    group.addTask {
      try await clock.sleep(for: limit)
      return nil
    }
    defer { group.cancelAll() }
    return try await group.next() ?? nil
  }
}
