/// Runs an operation with some dependencies overridden.
///
/// ```swift
/// let id = withDependencies {
///   $0.uuid = .incrementing
/// } operation: {
///   makeID()
/// }
/// ```
///
/// Overrides add to the current ones, and apply to everything that the operation calls and to the
/// tasks that it creates. Nested and parallel calls do not affect each other. In a test, the
/// outermost call begins a scope, which has its own values. For a whole test, use the trait
/// `.dependencies`.
///
/// Closures that the operation returns or stores run later, without the overrides. So in a reducer,
/// the overrides do not reach an effect that the operation returns (in the Composable Architecture
/// they do): an effect runs with the dependencies of its store. Call this function in the effect's
/// own operation, or use the reducer operator `dependency`, which reaches both. To carry overrides
/// into another closure, see `DependencyValues.capture()`.
@inlinable
public func withDependencies<Result, Failure: Error>(
  _ update: (inout DependencyValues) -> Void,
  operation: () throws(Failure) -> Result
) throws(Failure) -> Result {
  try DependencyValues.current.updated(by: update)
    .withValues(operation)
}

/// Runs an asynchronous operation with some dependencies overridden.
///
/// The operation runs in the caller's isolation: calling this from an actor does not leave the
/// actor. Otherwise it is like the synchronous form.
///
/// The compiler expands macros after it has inferred the errors of a closure. If the only `try` of
/// the operation is inside a macro, as in `#expect(try await load() == 1)`, it says "errors thrown
/// from here are not handled". Write the `try` before the macro, as in `try #expect(await load() ==
/// 1)`, or begin the operation with `() async throws in`.
@inlinable
public func withDependencies<Result, Failure: Error>(
  isolation: isolated (any Actor)? = #isolation,
  _ update: (inout DependencyValues) -> Void,
  operation: nonisolated(nonsending) () async throws(Failure) -> Result
) async throws(Failure) -> Result {
  try await DependencyValues.current.updated(by: update)
    .withValues(isolation: isolation, operation)
}

extension DependencyValues {
  /// Returns these values with an update applied.
  ///
  /// In a test, begins a scope if there is none yet, so that values are recreated, and reports no
  /// reads of the update.
  @inlinable
  package func updated(
    by update: (inout DependencyValues) -> Void
  ) -> DependencyValues {
    var values = self
    guard values.reportsReaders else {
      update(&values)
      return values
    }
    values.beginScopeUnlessInOne()
    return values.whileUpdating(update)
  }
}

/// Dependencies to carry into code that runs later and would not have them otherwise.
///
/// ```swift
/// let dependencies = DependencyValues.capture()
/// socket.onMessage { message in dependencies.run { handle(message) } }
/// ```
public struct CapturedDependencies: Sendable {
  /// The values that applied where they were captured.
  @usableFromInline let origin: DependencyValues

  @inlinable
  init(_ origin: DependencyValues) {
    self.origin = origin
  }

  /// Runs an operation with the captured dependencies.
  @inlinable
  public func run<Result, Failure: Error>(
    _ operation: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try origin.withValues(operation)
  }

  /// Runs an asynchronous operation with the captured dependencies, in the caller's isolation.
  @inlinable
  public func run<Result, Failure: Error>(
    isolation: isolated (any Actor)? = #isolation,
    _ operation: nonisolated(nonsending) () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    try await origin.withValues(isolation: isolation, operation)
  }
}

extension DependencyValues {
  /// Captures the current dependencies for an escaping closure.
  ///
  /// Do not store them in the value of a key while it is being created: the scope and the value
  /// would own each other. Capture them in a closure of the value, when it is called.
  @inlinable
  public static func capture() -> CapturedDependencies { CapturedDependencies(current) }
}
