import Ratchet
package import Testing

/// Runs a closure that must record issues, all of which match; they do not fail the test, and,
/// unlike known issues, are not printed.
///
/// - Parameters:
///   - body: Records the issues.
///   - matches: Whether an issue is one that is expected.
///   - sourceLocation: Where to record that there was none.
/// - Throws: An error outside of a test of Swift Testing.
@MainActor package func expectIssues(
  _ body: @MainActor () async -> Void, matching matches: @escaping @Sendable (Issue) -> Bool,
  sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  let test = try #require(Test.current)
  let count = Locked(0)
  let trait = IssueHandlingTrait.compactMapIssues { issue in
    if !matches(issue) { return issue }
    count.withLock { $0 += 1 }
    return nil
  }
  try await trait.provideScope(for: test, testCase: Test.Case.current) { await body() }
  #expect(count.withLock { $0 } > 0, "No issue was recorded.", sourceLocation: sourceLocation)
}
