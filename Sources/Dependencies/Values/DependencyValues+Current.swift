extension DependencyValues {
  /// Holds the values for the current task or thread.
  ///
  /// The values and not their optional reference: copying an optional through its generic witnesses,
  /// as `TaskLocal` does, costs several nanoseconds more.
  @usableFromInline static let binding = TaskLocal(wrappedValue: DependencyValues(newest: nil))

  /// The values in force for the current task or thread.
  ///
  /// One task-local read, nothing else.
  @inlinable
  package static var current: DependencyValues { binding.get() }

  /// True when both are the same set of overrides, by comparison of one reference.
  @inlinable
  package func isIdentical(to other: DependencyValues) -> Bool { newest === other.newest }

  /// Puts these values in force for the duration of an operation on the current task or thread.
  ///
  /// Child tasks that the operation creates inherit them, and so do unstructured tasks.
  @inlinable
  package func withValues<Result, Failure: Error>(
    _ operation: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try Self.binding.withValue(self) {
      Swift.Result<Result, Failure> { () throws(Failure) in try operation() }
    }.get()
  }

  /// Puts these values in force for the duration of an asynchronous operation.
  ///
  /// The operation runs where the caller runs. Child tasks inherit the values, and so do unstructured
  /// tasks that it creates.
  @inlinable
  package func withValues<Result, Failure: Error>(
    isolation: isolated (any Actor)? = #isolation,
    _ operation: nonisolated(nonsending) () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let result: Swift.Result<Result, Failure> = await Self.binding.withValue(
      self,
      operation: {
        _ = isolation
        do throws(Failure) {
          return .success(try await operation())
        } catch {
          return .failure(error)
        }
      }, isolation: isolation)
    return try result.get()
  }
}
