import Ratchet

/// Compares the state after an action with what a test expects, and records the failures.
///
/// Used by `send` and `receive` of a test store, and by the function `expect`, which has no store.
struct StateCheck<State: Equatable> {
  /// The step as failures name it: `sending` or `receiving`.
  let step: String
  let exhaustivity: Exhaustivity
  let issues: IssueSink

  /// Compares the state after an action with `before`, changed by the test's closure; `action` is
  /// the action's text in failures.
  func check(
    _ changes: ((inout State) throws -> Void)?, from before: State, to state: State,
    action: @autoclosure () -> String
  ) {
    var expected = before
    do {
      try changes?(&expected)
      if !exhaustivity.assertsState {
        return try checkPart(changes, (before, expected), state, action)
      }
    } catch {
      return issues.record(
        "The closure with the expected changes of '\(action())' threw an error: "
          + ValueLine.text(error)
      )
    }
    if expected == state {
      // A closure means that a change is expected; neither it nor the feature has made one.
      if changes != nil, expected == before { issues.record(noChange(action())) }
      return
    }
    issues.record(mismatch(expected, state, action()) + (changes == nil ? Self.unasserted : ""))
  }

  /// Compares only the parts that the test sets, for a mode that need not assert all of the state.
  private func checkPart(
    _ changes: ((inout State) throws -> Void)?, _ before: (state: State, expected: State),
    _ state: State, _ action: () -> String
  ) throws {
    // The closure also runs on the actual state: the result shows which parts the closure sets.
    var expected = state
    try changes?(&expected)
    let matches = PartialExpectation.isMet(
      before: before.state, fromBefore: before.expected, after: state, fromAfter: expected)
    if !matches {
      issues.record(mismatch(expected, state, action()))
    } else if exhaustivity.showsSkipped,
      let rest = Difference.text(from: before.expected, to: state)
    {
      issues.warn(
        """
        Some changes after \(step) '\(action())' were not asserted:

        \(rest)

        (- asserted, + actual)
        """)
    }
  }

  // MARK: - Failures

  private func mismatch(_ expected: State, _ state: State, _ action: String) -> String {
    """
    The state after \(step) '\(action)' is not what was expected:

    \(difference(expected, state))
    """
  }

  private func noChange(_ action: String) -> String {
    """
    A change was expected after \(step) '\(action)', but neither the closure nor the feature changed \
    the state.

    To fix this, remove the closure, or assert what should change.
    """
  }

  private static var unasserted: String {
    "\n\nTo fix this, pass a closure that makes these changes to the state."
  }
}

/// Decides whether a state satisfies a closure that sets only a part of it, for exhaustivity off.
///
/// The closure was run on the state before an action and on the state after the action. Only the
/// parts that the closure sets count. If it sets a part to a constant, the state after the action
/// must have that value. If it derives the value from the previous value, as `$0.count += 1` does,
/// the value derived from the state before must equal the value after.
private enum PartialExpectation {
  /// `fromBefore` is the closure's result for the state `before` the action, `fromAfter` its result
  /// for the state `after` it.
  static func isMet(before: Any, fromBefore: Any, after: Any, fromAfter: Any) -> Bool {
    // A part that is not as expected as a whole is divided into its own parts. Iterative instead
    // of recursive: a state may be deeper than the stack.
    var rest = [[before, fromBefore, after, fromAfter]]
    while let values = rest.popLast() {
      if isMet(values) { continue }
      let parts = values.map { Array(Mirror(reflecting: $0).children) }
      guard areAlike(values, parts), let count = parts.first?.count else { return false }
      rest += (0..<count).map { index in parts.map { $0[index].value } }
    }
    return true
  }

  /// Whether one part of the state, as a whole, is as expected: the closure leaves it unchanged in
  /// the state after the action, or changes its value before the action to that after it.
  ///
  /// The values are in the order of the parameters above.
  private static func isMet(_ values: [Any]) -> Bool {
    ValueEquality.areEqual(values[3], values[2])
      || ValueEquality.areEqual(values[1], values[2])
        && !ValueEquality.areEqual(values[0], values[1])
  }

  /// Whether values have the same type and the same parts, so they can be compared part by part.
  private static func areAlike(_ values: [Any], _ parts: [[Mirror.Child]]) -> Bool {
    guard let first = values.first, let labels = parts.first?.map(\.label), !labels.isEmpty else {
      return false
    }
    switch Mirror(reflecting: first).displayStyle {
    case .struct, .tuple, .enum, .optional, .collection: break
    default: return false
    }
    return values.allSatisfy { type(of: $0) == type(of: first) }
      && parts.allSatisfy { $0.map(\.label) == labels }
  }
}
