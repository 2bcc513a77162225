/// The dependencies in force: a set of overrides, and below it the values that the keys declare.
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
/// Copying is cheap: it is one reference. Copies share their overrides and do not see each other's
/// later ones.
public struct DependencyValues: Sendable {
  /// The newest override, or nil when nothing is overridden and no scope was begun.
  @usableFromInline var newest: Entry?

  @inlinable
  init(newest: Entry?) {
    self.newest = newest
  }

  /// The value for a key.
  ///
  /// Reading takes no lock once the value exists; it takes time in proportion to the number of
  /// overrides in force, up to a small limit. A source position is only needed for reports;
  /// `@Dependency` and `withDependencies` give theirs. A key whose value depends on itself traps.
  @inlinable
  public subscript<Key: TestDependencyKey>(
    key: Key.Type,
    fileID fileID: StaticString = #fileID,
    line line: UInt = #line
  ) -> Key.Value {
    get {
      // Safe: the entry is valid while `self` is alive (`settledEntry`).
      if let entry = unsafe settledEntry(for: ObjectIdentifier(key)) {
        return unsafe entry._withUnsafeGuaranteedRef { $0.value(for: key) }
      }
      return value(for: key, fileID: fileID, line: line)
    }
    set {
      let entry = Override<Key>(newValue, over: newest)
      newest = entry
      if entry.depth >= Entry.longestChain { flatten() }
    }
  }
}

extension DependencyValues {
  /// Replaces the chain by a short one, so that a read takes bounded time and a release a bounded
  /// stack.
  @usableFromInline
  mutating func flatten() {
    newest = newest.map(Flattened.init)
  }
}

extension Entry {
  /// The value of an entry that was found under a key, without a dynamic cast.
  ///
  /// Sound, because an entry with `ObjectIdentifier(Key.self)` as its key is an `Override<Key>`,
  /// whose two initializers are the only code that passes the identity of a key's type
  /// on, and `moved` keeps the class; or it is a placeholder, which has a provenance that says so.
  /// Readers check it first.
  @inlinable
  func value<Key: TestDependencyKey>(for key: Key.Type) -> Key.Value {
    unsafe unsafeDowncast(self, to: Override<Key>.self).value
  }
}

extension DependencyValues {
  /// Holds the values for the current task or thread.
  ///
  /// The values and not their optional reference: copying an optional through its generic
  /// witnesses, as `TaskLocal` does, costs several nanoseconds more.
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
  /// The operation runs where the caller runs. Child tasks inherit the values, and so do
  /// unstructured tasks that it creates.
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
