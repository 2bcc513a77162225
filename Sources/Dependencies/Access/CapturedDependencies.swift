/// Dependencies carried into code that runs later and elsewhere, where they would not be in force.
///
/// ```swift
/// let dependencies = DependencyValues.capture()
/// socket.onMessage { message in dependencies.run { handle(message) } }
/// ```
public struct CapturedDependencies: Sendable {
  @usableFromInline let values: DependencyValues

  @inlinable
  init(_ values: DependencyValues) {
    self.values = values
  }

  /// Runs an operation with the captured dependencies in force.
  @inlinable
  public func run<Result, Failure: Error>(
    _ operation: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try values.withValues(operation)
  }

  /// Runs an asynchronous operation with the captured dependencies in force, where the caller runs.
  @inlinable
  public func run<Result, Failure: Error>(
    isolation: isolated (any Actor)? = #isolation,
    _ operation: nonisolated(nonsending) () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    try await values.withValues(isolation: isolation, operation)
  }
}

extension DependencyValues {
  /// The dependencies in force now, for an escaping closure to run with.
  ///
  /// Do not keep them in the value of a key from where it is made: the scope would own the value and the
  /// value the scope. Capture them in a closure of the value, when it is called.
  @inlinable
  public static func capture() -> CapturedDependencies { CapturedDependencies(current) }
}
