import Ratchet
public import Testing

/// How much of what happens a test has to assert.
public enum Exhaustivity: Sendable, Hashable {
  /// All of it: each change of the state, each action that an effect sends, the end of each effect.
  case on

  /// Only what the test asserts is compared.
  ///
  /// A closure with expected changes may set a part of what changed. What effects send is reduced
  /// before the step that needs it, unless the test receives it, and effects may be in flight at
  /// the end. With `showSkipped` the test says what it did not assert, as warnings.
  case off(showSkipped: Bool)

  /// Only what the test asserts is compared, and nothing is said of the rest.
  public static var off: Self { .off(showSkipped: false) }

  // All that a mode decides: a new case has to answer these.

  /// Whether the test has to assert all changes of the state, receive all actions, and end all
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

  /// What is said of what is left at the end of a test, with a beginning for each kind.
  func report(of left: String?, failure: String = "", warning: String = "") -> LeftoverReport {
    guard let left else { return .nothing }
    if assertsAll { return .failure(failure + left) }
    return showsSkipped ? .warning(warning + left) : .nothing
  }
}

extension TestStore {
  /// Reduces the actions that are unreceived now, without asserting anything of them.
  ///
  /// What effects send because of that remains to be received, except what a `Store` would reduce
  /// before one of these actions.
  ///
  /// - Parameter sourceLocation: Where failures are recorded.
  public func skipReceivedActions(
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    issues.location = sourceLocation
    await perform {
      try await run.settleAndAdvance()
      try await run.skipReceived()
    }
  }

  /// Cancels the effects that are in flight, and drops what they have sent and the test has not
  /// received.
  ///
  /// - Parameter sourceLocation: Where failures are recorded.
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
  ///   - exhaustivity: How much these steps have to assert.
  ///   - body: The steps.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws.
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
