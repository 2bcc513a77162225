import Ratchet
public import Testing

/// How much of what happens a test must assert.
public enum Exhaustivity: Sendable, Hashable {
  /// Everything: each change of the state, each action that an effect sends, the end of each
  /// effect.
  case on

  /// Only what the test asserts is compared.
  ///
  /// A closure with expected changes may set only some of what changed. Actions that the test does
  /// not receive are reduced before a step that depends on them, and effects may be in flight at
  /// the end. With `showSkipped`, warnings show what the test did not assert.
  case off(showSkipped: Bool)

  /// Only what the test asserts is compared, without warnings.
  public static var off: Self { .off(showSkipped: false) }

  // The next two properties are everything that a mode decides, so a new case must answer them.

  /// Whether the test must assert all changes of the state, receive all actions, and end all
  /// effects.
  var assertsAll: Bool {
    switch self {
    case .on: true
    case .off: false
    }
  }

  /// Whether the test store records a warning for what the test did not assert.
  var showsSkipped: Bool {
    switch self {
    case .on: false
    case .off(let showSkipped): showSkipped
    }
  }

  /// Decides whether text about what is left at the end of a test is reported as a failure, as a
  /// warning, or not at all; `failure` and `warning` are put before the text.
  func report(of left: String?, failure: String = "", warning: String = "") -> LeftoverReport {
    guard let left else { return .nothing }
    if assertsAll { return .failure(failure + left) }
    return showsSkipped ? .warning(warning + left) : .nothing
  }
}

extension TestStore {
  /// Reduces the actions that are currently unreceived, without asserting them.
  ///
  /// What effects send in response remains to be received, except what a `Store` would reduce
  /// before one of these actions.
  ///
  /// - Parameter sourceLocation: Where to record failures.
  public func skipReceivedActions(
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    issues.location = sourceLocation
    await perform {
      try await run.settleAndAdvance()
      try await run.skipReceived()
    }
  }

  /// Cancels the effects in flight and drops what they have sent and the test has not received.
  ///
  /// - Parameter sourceLocation: Where to record failures.
  public func skipInFlightEffects(
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    issues.location = sourceLocation
    await perform {
      run.core.registry.cancelAll()
      run.core.startPending()
      try await run.continueEffects()
    }
  }

  /// Changes ``exhaustivity`` for some steps.
  ///
  /// - Parameters:
  ///   - exhaustivity: How much these steps must assert.
  ///   - body: The steps.
  /// - Returns: The result of `body`.
  /// - Throws: Any error that `body` throws.
  @discardableResult
  public func withExhaustivity<Result>(
    _ exhaustivity: Exhaustivity, _ body: () async throws -> Result
  ) async rethrows -> Result {
    let before = self.exhaustivity
    self.exhaustivity = exhaustivity
    defer { self.exhaustivity = before }
    return try await body()
  }
}
