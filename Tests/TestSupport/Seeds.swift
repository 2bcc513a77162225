import Foundation
import Ratchet
package import Testing

/// Runs a test once for each of many seeds, as one test case.
///
/// ```swift
/// @Test("does what the model does", .seeds())
/// func model() {
///   var random = SeededRandom(Seeds.current)
/// }
/// ```
///
/// An issue names the seed that it was recorded with. `RATCHET_SEEDS=100000` runs that many seeds,
/// `RATCHET_SEED=42` only the one. A parameter would print two lines for each seed.
///
/// A test that does not say how many runs 1,000 in release and 100 in debug, whose code takes ten
/// times as long; CI runs both. Unless all tests run at full size, none runs more than 20.
package struct Seeds: TestTrait, TestScoping {
  /// The seed of this run of the test.
  @TaskLocal package static var current: UInt64 = 0

  #if DEBUG
    package static let count: UInt64 = 100
  #else
    package static let count: UInt64 = 1_000
  #endif

  private let seeds: [UInt64]

  fileprivate init(count: UInt64) {
    let environment = ProcessInfo.processInfo.environment
    if let one = environment["RATCHET_SEED"].flatMap(UInt64.init) {
      seeds = [one]
    } else {
      let count = Deep.isFull ? count : min(count, 20)
      seeds = Array(0..<(environment["RATCHET_SEEDS"].flatMap(UInt64.init) ?? count))
    }
  }

  package func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @Sendable @concurrent () async throws -> Void
  ) async throws {
    let naming = IssueHandlingTrait.compactMapIssues { issue in
      var issue = issue
      let seed = Self.current
      issue.comments.append("Seed \(seed); 'RATCHET_SEED=\(seed)' runs it alone.")
      return issue
    }
    try await naming.provideScope(for: test, testCase: testCase) {
      for seed in seeds {
        try await Self.$current.withValue(seed) {
          try await withDependencies {
            // Each seed begins with no shared values.
            $0.sharedStorage = SharedStorage()
          } operation: {
            try await function()
          }
        }
      }
    }
  }
}

extension Trait where Self == Seeds {
  /// Runs the test once for each of so many seeds.
  package static func seeds(_ count: UInt64 = Seeds.count) -> Self { Seeds(count: count) }
}
