import Ratchet
public import Testing

extension TestStore {
  /// Sends an action, as a user does, and asserts how it changes the state.
  ///
  /// Reduces the action, starts its effects, and returns when nothing can go on without the test. Allowed while actions
  /// wait to be received: then the user acts before they arrive.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - changes: Makes the expected state from the state before. Without it nothing must change.
  ///   - sourceLocation: Where failures are recorded.
  /// - Returns: A handle on what follows from the action.
  @discardableResult
  public func send(
    _ action: Action,
    changes: ((inout State) throws -> Void)? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async -> TestStoreTask {
    issues.location = sourceLocation
    run.isFinished = false
    let before = state
    let task = run.core.send(action)
    check(changes, from: before, after: "send", action)
    await perform { try await run.settleAndPassTime() }
    return TestStoreTask(task: task, run: run, issues: issues)
  }

  /// Compares the state with what the test expects it to be after an action.
  func check(
    _ changes: ((inout State) throws -> Void)?, from before: State, after step: String,
    _ action: Action
  ) {
    var expected = before
    do {
      try changes?(&expected)
    } catch {
      return issues.record(
        "The closure with the expected changes of '\(action)' threw an error: \(error)")
    }
    if expected == state {
      if changes != nil, expected == before { issues.record(Self.noChange(step, action)) }
      return
    }
    issues.record(
      """
      The state after \(step) of '\(action)' is not what was expected:

      \(Difference.text(from: expected, to: state) ?? Self.shownAlike)

      (- expected, + actual)\(changes == nil ? Self.unasserted : "")
      """)
  }

  /// Does something that may not come to rest, which is then a failure.
  func perform(_ body: () async throws -> Void) async {
    do {
      try await body()
    } catch {
      issues.record(
        """
        The store did not come to rest: its effects ran \(Self.budget(error)) jobs without waiting \
        for the test, the clock or anything else. An effect probably runs in a loop that never \
        suspends. In flight:

        \(run.waiting.bulleted)
        """)
    }
  }

  private static func budget(_ error: any Error) -> String {
    (error as? TestRun<State, Action>.Exhausted).map { "\($0.jobs)" } ?? "too many"
  }

  private static func noChange(_ step: String, _ action: Action) -> String {
    """
    A change was expected after \(step) of '\(action)', but the closure changed nothing and the \
    state did not change either. To fix this, remove the closure, or assert what should change.
    """
  }

  private static var shownAlike: String {
    "  The values are not equal, but nothing that can be shown of them differs."
  }

  private static var unasserted: String {
    "\n\nTo fix this, pass a closure that makes these changes to the state."
  }
}
