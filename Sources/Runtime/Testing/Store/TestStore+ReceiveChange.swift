public import Ratchet
import RatchetDependencies
public import Testing

/// Sets the value of a shared key in the storage of the test; stores that the test makes afterward
/// start with this value.
///
/// ```swift
/// withShared(.theme, Theme(size: 20))
/// let store = TestStore(initialState: Label.State()) { Label() }
/// ```
///
/// - Parameters:
///   - key: The key.
///   - value: The value.
public func withShared<Value>(_ key: SharedKey<Value>, _ value: Value) {
  DependencyValues.current.sharedStorage.change(key) { $0 = value }
}

extension TestStore {
  /// Receives a change of a shared value that the feature returned, and asserts it.
  ///
  /// ```swift
  /// await store.send(.largerButtonTapped)
  /// await store.receive(change: .theme) { $0.size = 13 }
  /// ```
  ///
  /// Use it if no field of the store's state keeps the key, because the feature with that field is
  /// not part of the test. If there is such a field, the change is part of the state: assert it in
  /// the closure of `send` or `receive`. Receive the changes of a key in order; the storage already
  /// has all of them.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - sourceLocation: Where to record failures.
  ///   - changes: Makes the expected value from the previous one.
  public func receive<Value>(
    change key: SharedKey<Value>, sourceLocation: SourceLocation = #_sourceLocation,
    _ changes: (inout Value) throws -> Void
  ) async {
    issues.location = sourceLocation
    func isMade() -> Bool { run.changes.contains { $0.name == key.name } }
    await perform {
      // Runs effects until the change is made. An action that must be received before any effect
      // starts ends the wait: the test must receive that action first.
      try await run.settleAndAdvance { isMade() ? .due : .none }
      try await run.wait { isMade() || run.inbox.blocksStarts }
    }
    guard let index = run.changes.firstIndex(where: { $0.name == key.name }) else {
      return issues.record(run.failure(toReceiveChangeOf: key.name))
    }
    let change = run.changes.remove(at: index)
    run.evaluate { check(change, changes) }
    await perform { try await run.continueEffects() }
  }

  private func check<Value: Equatable>(
    _ change: AppliedChange, _ changes: (inout Value) throws -> Void
  ) {
    guard let before = change.before as? Value, let after = change.after as? Value else {
      return issues.record(
        """
        The shared key "\(change.name)" has the type '\(type(of: change.after))', not '\(Value.self)'.
        """)
    }
    var expected = before
    do {
      try changes(&expected)
    } catch {
      return issues.record(
        #"The closure with the expected change of "\#(change.name)" threw an error: "#
          + ValueLine.text(error))
    }
    if expected == after { return }
    issues.record(
      """
      The change of the shared key "\(change.name)" at \(change.origin) is not what was expected:

      \(difference(expected, after))
      """)
  }
}

extension TestRun {
  /// The failure of a step that expects a change, when none of this key is left to receive.
  fileprivate func failure(toReceiveChangeOf name: String) -> String {
    guard let text = unreceivedChangesText else {
      return """
        Expected to receive a change of the shared key "\(name)", but none was made. \
        \(unreceivedText(inbox.parked) ?? inFlightList.text)

        If a field of the store keeps the key, assert the change in the closure of 'send' or \
        'receive'.
        """
    }
    return """
      Expected to receive a change of the shared key "\(name)", but it was not made. \(text)
      """
  }

  /// Lists the changes of shared values that the test has not received, if there are any.
  var unreceivedChangesText: String? {
    if changes.isEmpty { return nil }
    // Shows the new value or, if its text would omit parts, only what has changed in the value.
    let lines = changes.map { change in
      "\"\(change.name)\" at \(change.origin): "
        + (ValueLine.isWhole(change.after)
          ? ValueLine.text(change.after)
          : ChangeAssignments.line(
            ChangeAssignments.texts(change.name, from: change.before, to: change.after)))
    }
    return """
      Changes of shared values were not received:

      \(lines.bulleted)

      To fix this, receive each of them: 'await store.receive(change: .\(changes[0].name)) { ... }'.
      """
  }
}
