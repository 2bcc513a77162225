import Ratchet
public import Testing

/// How much a test must assert.
///
/// By default, everything; with ``off``, only what the test chooses to assert. Other modes are
/// values, too: `Exhaustivity(assertsState: false)` requires all actions, but not all changes of
/// the state.
public struct Exhaustivity: Sendable, Hashable {
  /// Whether a closure with expected changes must make all changes of the state.
  ///
  /// If not, it may set only some of what changed.
  public var assertsState: Bool

  /// Whether the test must receive all actions that effects send, and see all effects end.
  ///
  /// If not, the store itself reduces the actions that the test does not receive: before the next
  /// `send`, and in `advance` and `settle`, which reduce everything that follows at that moment.
  /// Effects may be in flight at the end.
  public var assertsActions: Bool

  /// Whether warnings show the changes and actions that the test did not assert.
  package private(set) var showsSkipped = false

  /// Creates a mode, which asserts everything by default.
  public init(assertsState: Bool = true, assertsActions: Bool = true) {
    self.assertsState = assertsState
    self.assertsActions = assertsActions
  }

  /// Everything: each change of the state, each action that an effect sends, the end of each
  /// effect.
  public static let on = Exhaustivity()

  /// Only what the test asserts is compared, without warnings.
  public static let off = Exhaustivity.off(showSkipped: false)

  /// Only what the test asserts is compared; with `showSkipped`, warnings show the rest.
  public static func off(showSkipped: Bool) -> Self {
    var mode = Exhaustivity(assertsState: false, assertsActions: false)
    mode.showsSkipped = showSkipped
    return mode
  }

  /// Decides whether text about what is left at the end of a test is reported as a failure, as a
  /// warning, or not at all; `failure` and `warning` are put before the text.
  func report(of left: String?, failure: String = "", warning: String = "") -> LeftoverReport {
    guard let left else { return .nothing }
    if assertsActions { return .failure(failure + left) }
    return showsSkipped ? .warning(warning + left) : .nothing
  }
}

extension TestStore {
  /// Reduces the actions that are currently unreceived, without asserting them.
  ///
  /// Also reduces those that a `Store` would have reduced by now, such as all actions of a merge of
  /// `Effect.send`. Actions that effects send in response remain unreceived, unless a `Store` would
  /// reduce them before one of these actions. With ``exhaustivity`` off, everything that follows at
  /// this moment is reduced.
  ///
  /// - Parameter sourceLocation: Where to record failures.
  public func skipReceivedActions(
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    issues.location = sourceLocation
    await perform {
      try await run.skipForTest()
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
