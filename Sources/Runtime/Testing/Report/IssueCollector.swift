import RatchetDependencies

/// Collects the failures of test stores, in place of the framework that runs the tests.
package final class IssueCollector: Sendable {
  @TaskLocal static var current: IssueCollector?

  private let collected = Guarded<[String]>([])

  private init() {}

  func add(_ text: String) {
    collected.withLock { $0.append(text) }
  }

  /// Runs a test and returns what its test stores would have recorded, also when they are released.
  @MainActor package static func issues(
    during test: @MainActor () async throws -> Void
  ) async rethrows -> [String] {
    let collector = IssueCollector()
    try await $current.withValue(collector) { try await test() }
    return collector.collected.withLock { $0 }
  }
}
