public import Ratchet
import RatchetDependencies
public import Testing

/// A trait that overrides dependencies while a test runs.
public struct DependenciesTrait: TestTrait, SuiteTrait, TestScoping {
  /// Sets the overrides.
  let update: @Sendable (inout DependencyValues) -> Void

  /// True: the trait applies to each test of a suite, in its own scope, not to the suite as a
  /// whole.
  @_documentation(visibility: internal)
  public var isRecursive: Bool { true }

  /// Runs a test, or one case of a parameterized test, with the overrides of the trait.
  ///
  /// Fails at the end if a test store that was made in the test is still held and has unreceived
  /// actions, effects in flight, or anything else left. If the environment variable
  /// `RATCHET_SCHEDULES` is set, the test runs under the schedules that it names.
  @_documentation(visibility: internal)
  public func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    let trait = SchedulesTrait.ofTest(test)
    // A trait around this one may already explore the test; this then runs in each of its runs.
    guard Exploration.current == nil,
      let strategy = try ScheduleStrategy.ofEnvironment() ?? trait?.strategy
    else { return try await run(function) }
    // Explores here instead of in the trait `.schedules`, which then only runs the test: each run
    // has its own values of dependencies.
    try await explore(
      strategy, for: trait?.limit, at: trait?.location ?? test.sourceLocation
    ) { try await run(function) }
  }

  /// Runs the test once with its own values of dependencies, then reports what is left in its test
  /// stores.
  private func run(_ function: @concurrent @Sendable () async throws -> Void) async throws {
    var values = DependencyValues.current
    values.context = .test
    let scope = TestScope()
    do {
      try await TestScope.$current.withValue(scope) {
        try await values.updated(by: update).withValues { try await function() }
      }
    } catch {
      await scope.end()
      throw error
    }
    await scope.end()
  }
}

extension Trait where Self == DependenciesTrait {
  /// Overrides dependencies for a test, or for each test of a suite.
  ///
  /// ```swift
  /// @Suite(.dependencies { $0.uuid = .incrementing })
  /// struct IdentifierTests {
  ///   @Test(.dependencies { $0.date = .constant(Date(timeIntervalSince1970: 0)) })
  ///   func makesIdentifiers() {
  ///     @Dependency(\.uuid) var uuid
  ///     #expect(uuid() != uuid())
  ///   }
  /// }
  /// ```
  ///
  /// Each test, and each case of a parameterized test, has its own scope: it calls the closure and
  /// creates its own values, and parallel tests do not affect each other. Overrides of a test take
  /// precedence over its suite's.
  ///
  /// At the end of a test, a test store that is still held, for example by a static property or a
  /// reference cycle, reports unreceived actions and effects in flight; other test stores do so
  /// when they are released. To use the trait for that alone, pass an empty closure.
  public static func dependencies(
    _ update: @escaping @Sendable (inout DependencyValues) -> Void
  ) -> Self {
    Self(update: update)
  }
}
