import Foundation
package import Testing

/// Gives a size to a test that proves a bound or a rare order by its size.
///
/// ```swift
/// @Test("holds a chain of any length", .deep(10_000, small: 100))
/// func chain() {
///   let chain = Chain(length: Deep.size)
/// }
/// ```
///
/// `swift test` runs it small, in a tenth of a second; `RATCHET_TESTS=all swift test` at full size,
/// as CI does. What has no one size, such as a list of arguments, asks `Deep.isFull`.
package struct Deep: TestTrait, TestScoping {
  /// The size of the test that runs.
  @TaskLocal package static var size = 0

  package static let isFull = ProcessInfo.processInfo.environment["RATCHET_TESTS"] == "all"

  fileprivate let size: Int

  package func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @Sendable @concurrent () async throws -> Void
  ) async throws {
    try await Self.$size.withValue(size) { try await function() }
  }
}

extension Trait where Self == Deep {
  /// Runs the test with one of two sizes; see `Deep`.
  package static func deep(_ full: Int, small: Int) -> Self {
    Deep(size: Deep.isFull ? full : small)
  }
}
