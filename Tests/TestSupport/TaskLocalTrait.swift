package import Testing

/// Runs a test, or each test of a suite, with a value of a task local.
package struct TaskLocalTrait<Value: Sendable>: SuiteTrait, TestTrait, TestScoping {
  fileprivate let local: TaskLocal<Value>
  fileprivate let value: Value

  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @Sendable @concurrent () async throws -> Void
  ) async throws {
    try await local.withValue(value) { try await function() }
  }
}

extension Trait {
  /// Runs the test with another value of a task local.
  package static func with<Value>(_ local: TaskLocal<Value>, _ value: Value) -> Self
  where Self == TaskLocalTrait<Value> {
    TaskLocalTrait(local: local, value: value)
  }
}
