public import Ratchet
import RatchetDependencies
public import Testing

/// Puts dependencies in force while a test runs.
public struct DependenciesTrait: TestTrait, SuiteTrait, TestScoping {
  let update: @Sendable (inout DependencyValues) -> Void

  /// True: the tests of a suite have the trait, each in a scope of its own, and not the suite as a
  /// whole.
  public var isRecursive: Bool { true }

  /// Runs a test, or one case of a parameterized one, with the dependencies in force.
  ///
  /// Fails at the end if something still holds a test store that was made in it, and that has
  /// something left.
  public func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
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
  /// Each test, and each case of a parameterized one, has a scope of its own: values are made once
  /// for it, the closure is called anew, and tests that run in parallel do not disturb each other.
  /// What a test says comes after what its suite says.
  ///
  /// At the end of a test, a test store that something keeps, such as a static property or a
  /// reference cycle, says what is left of it, as others do when they are released. For
  /// that the trait may have an empty closure.
  public static func dependencies(
    _ update: @escaping @Sendable (inout DependencyValues) -> Void
  ) -> Self {
    Self(update: update)
  }
}
