import Ratchet
public import Testing

extension TestStore {
  /// Asserts a part of the state between two steps.
  ///
  /// ```swift
  /// store.expect { $0.query = "a" }
  /// ```
  ///
  /// The state must already have the values that the closure sets. Nothing is sent, received or
  /// awaited.
  ///
  /// - Parameters:
  ///   - expected: Sets the expected values.
  ///   - sourceLocation: Where to record a failure.
  public func expect(
    _ expected: (inout State) throws -> Void, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    issues.location = sourceLocation
    // Under the store's dependencies, which the closure and the comparison may read.
    run.evaluate {
      var state = state
      do {
        try expected(&state)
      } catch {
        return issues.record(
          "The closure with the expected state threw an error: \(ValueLine.text(error))")
      }
      if state != self.state {
        issues.record("The state is not what was expected:\n\n\(difference(state, self.state))")
      }
    }
  }

  /// Asserts a value of the state between two steps: `expect(\.count, 1)`.
  ///
  /// - Parameters:
  ///   - part: The part of the state.
  ///   - expected: Its expected value.
  ///   - sourceLocation: Where to record a failure.
  public func expect<Value: Equatable>(
    _ part: KeyPath<State, Value>, _ expected: Value,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    issues.location = sourceLocation
    run.evaluate {
      let actual = state[keyPath: part]
      if actual != expected {
        issues.record("'\(part)' is not what was expected:\n\n\(difference(expected, actual))")
      }
    }
  }
}

/// Shows in a failure how a value differs from the expected value, with a legend; used by all steps
/// of a test store.
func difference(_ expected: Any, _ actual: Any) -> String {
  let difference =
    Difference.text(from: expected, to: actual)
    ?? Difference.sameText(from: expected, to: actual)
  return "\(difference)\n\n(- expected, + actual)"
}
