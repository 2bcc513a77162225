import RatchetDependencies

/// Collects the failures of test stores, in place of the framework that runs the tests.
package final class IssueCollector: Sendable {
  @TaskLocal static var current: IssueCollector?

  private struct Collected {
    var issues: [String] = []
    var warnings: [String] = []
  }

  private let collected = Locked(Collected())

  private init() {}

  func add(_ text: String, isFailure: Bool) {
    collected.withLock { collected in
      if isFailure { collected.issues.append(text) } else { collected.warnings.append(text) }
    }
  }

  /// Runs a test and returns what its test stores would have recorded, also when they are released.
  @MainActor package static func issues(
    during test: @MainActor () async throws -> Void
  ) async rethrows -> [String] {
    try await all(during: test).issues
  }

  /// The same, with what its test stores would have said that is no failure.
  @MainActor package static func all(
    during test: @MainActor () async throws -> Void
  ) async rethrows -> (issues: [String], warnings: [String]) {
    let collector = IssueCollector()
    try await $current.withValue(collector) { try await test() }
    return collector.collected.withLock { ($0.issues, $0.warnings) }
  }
}
