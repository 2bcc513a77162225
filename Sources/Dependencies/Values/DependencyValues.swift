/// A set of dependencies: overrides, and for everything else the values that keys declare.
///
/// Add a property for a key, to write `\.facts` for `FactClient.self`:
///
/// ```swift
/// extension DependencyValues {
///   var facts: FactClient {
///     get { self[FactClient.self] }
///     set { self[FactClient.self] = newValue }
///   }
/// }
/// ```
///
/// Copying is cheap: it copies one reference. Copies share their overrides and do not see each
/// other's later ones.
public struct DependencyValues: Sendable {
  /// The overrides and the scope; nil without overrides, in the process's scope.
  @usableFromInline var overrides: Overrides?

  @inlinable
  init(overrides: Overrides?) {
    self.overrides = overrides
  }

  /// The value for a key.
  ///
  /// Setting a value takes time in proportion to the number of overrides. The source position is
  /// used only in reports; `@Dependency` and `withDependencies` pass theirs. A key whose value
  /// depends on itself traps.
  @inlinable
  public subscript<Key: TestDependencyKey>(
    key: Key.Type,
    fileID fileID: StaticString = #fileID,
    line line: UInt = #line
  ) -> Key.Value {
    get {
      if let entry = existingEntry(for: ObjectIdentifier(key)) { return entry.value(for: key) }
      return value(for: key, fileID: fileID, line: line)
    }
    set {
      let override = Override<Key>(newValue, in: overrides)
      overrides = overrides?.adding(override, for: ObjectIdentifier(Key.self)) ?? override
    }
  }
}

extension DependencyValues {
  /// Holds the values for the current task or thread.
  ///
  /// The type is `DependencyValues` and not `Overrides?`: `TaskLocal` copies its value through
  /// generic code, which takes several nanoseconds more for an optional.
  @usableFromInline static let binding = TaskLocal(wrappedValue: DependencyValues(overrides: nil))

  /// The values in force for the current task or thread.
  ///
  /// Getting them takes a single task-local read.
  @inlinable
  package static var current: DependencyValues { binding.get() }

  /// Whether both are the same set of overrides, by comparing one reference.
  @inlinable
  package func isIdentical(to other: DependencyValues) -> Bool { overrides === other.overrides }

  /// Puts these values in force for an operation in the current task or thread.
  ///
  /// Child tasks and unstructured tasks that the operation creates inherit them.
  @inlinable
  package func withValues<Result, Failure: Error>(
    _ operation: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // In a `Result`, because `withValue` would rethrow the error without its type.
    try Self.binding.withValue(self) {
      Swift.Result<Result, Failure> { () throws(Failure) in try operation() }
    }.get()
  }

  /// Puts these values in force for an asynchronous operation.
  ///
  /// The operation runs in the caller's isolation. Child tasks and unstructured tasks that it
  /// creates inherit the values.
  @inlinable
  package func withValues<Result, Failure: Error>(
    isolation: isolated (any Actor)? = #isolation,
    _ operation: nonisolated(nonsending) () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let result: Swift.Result<Result, Failure> = await Self.binding.withValue(
      self,
      operation: {
        // Captured, because that makes the closure run in the caller's isolation.
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
