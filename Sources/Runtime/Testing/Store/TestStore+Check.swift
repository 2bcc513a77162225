import Ratchet

extension TestStore {
  /// Compares the state with what the test expects it to be after an action.
  func check(
    _ changes: ((inout State) throws -> Void)?, from before: State, after step: String,
    _ action: Action
  ) {
    var expected = before
    do {
      try changes?(&expected)
      if exhaustivity != .on {
        return try checkPart(changes, (before, expected), after: step, action)
      }
    } catch {
      return issues.record(
        "The closure with the expected changes of '\(ValueLine.text(action))' threw an error: \(ValueLine.text(error))"
      )
    }
    if expected == state {
      if changes != nil, expected == before { issues.record(Self.noChange(step, action)) }
      return
    }
    issues.record(
      """
      The state after \(step) of '\(ValueLine.text(action))' is not what was expected:

      \(difference(expected, state))\(changes == nil ? Self.unasserted : "")
      """)
  }

  /// Compares only what the test sets.
  private func checkPart(
    _ changes: ((inout State) throws -> Void)?, _ before: (state: State, expected: State),
    after step: String, _ action: Action
  ) throws {
    var expected = state
    try changes?(&expected)
    let matches = PartialExpectation.isMet(
      before: before.state, fromBefore: before.expected, after: state, fromAfter: expected)
    if !matches {
      issues.record(
        """
        The state after \(step) of '\(ValueLine.text(action))' is not what was expected:

        \(difference(expected, state))
        """)
    } else if exhaustivity.showsSkipped,
      let rest = Difference.text(from: before.expected, to: state)
    {
      issues.warn(
        """
        Not all that changed after \(step) of '\(ValueLine.text(action))' was asserted:

        \(rest)

        (- asserted, + actual)
        """)
    }
  }

  /// Does something that may not come to rest, which is then a failure.
  func perform(_ body: () async throws -> Void) async {
    run.wakeUps = 0
    do {
      try await body()
    } catch {
      let reason = (error as? BudgetExceeded)?.text ?? ValueLine.text(error)
      issues.record(
        "The store did not come to rest: \(reason) In flight:\n\n\(run.inFlightList.bulleted)")
    }
  }

  private static func noChange(_ step: String, _ action: Action) -> String {
    """
    A change was expected after \(step) of '\(ValueLine.text(action))', but the closure changed nothing and the \
    state did not change either. To fix this, remove the closure, or assert what should change.
    """
  }

  private static var unasserted: String {
    "\n\nTo fix this, pass a closure that makes these changes to the state."
  }
}
