import RatchetDependencies
import Testing

/// Turns each failed `#expect` in an explored test into a failure of the run, so that
/// `exploreSchedules` stops and reports it together with the schedule.
enum FailedExpectations {
  /// Runs a closure; meanwhile, each failure that Swift Testing would record during a run of an
  /// exploration becomes a failure of that run instead.
  ///
  /// For this, enters the scope of a trait by hand. Outside a test of Swift Testing, there is no
  /// such scope, and this method only runs the closure.
  @MainActor static func collecting<Value, Failure: Error>(
    _ body: @MainActor () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    guard let test = Test.current else { return try await body() }
    let result = Box<Result<Value, Failure>?>(nil)
    // `try?` hides no error: `fill` keeps what `body` throws in `result`, and the trait throws
    // nothing of its own.
    try? await trait.provideScope(for: test, testCase: Test.Case.current) {
      await fill(result, body)
    }
    guard let result = result.value else {
      preconditionFailure("A trait that handles issues calls the function that it is given.")
    }
    return try result.get()
  }

  /// Receives each issue before Swift Testing records it; an issue for which the closure returns
  /// `nil` is not recorded.
  private static let trait = IssueHandlingTrait.compactMapIssues { issue in
    guard let exploration = Exploration.current else { return issue }
    // An issue of severity `error` that is not a failure is one that `withKnownIssue` has matched.
    if issue.severity == .error, !issue.isFailure { exploration.addKnownIssue() }
    guard issue.isFailure, let location = issue.sourceLocation
    else { return issue }
    exploration.addFailure("\(issue)", at: location, trace: nil, isExpectation: true)
    return nil
  }

  @MainActor private static func fill<Value, Failure: Error>(
    _ result: Box<Result<Value, Failure>?>, _ body: @MainActor () async throws(Failure) -> Value
  ) async {
    result.value = await Result { () async throws(Failure) in try await body() }
  }

  /// Holds the result of a closure that cannot return the result itself.
  @MainActor private final class Box<Value> {
    var value: Value

    init(_ value: Value) {
      self.value = value
    }
  }
}
