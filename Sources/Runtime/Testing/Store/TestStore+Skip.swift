import Ratchet
public import Testing

extension TestStore {
  /// Reduces the actions that wait to be received now, without asserting anything of them.
  ///
  /// What effects send because of that waits to be received, except what a `Store` would reduce before one of
  /// these actions.
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

  /// Cancels the effects that are in flight, and drops what they have sent and the test has not received.
  ///
  /// - Parameter sourceLocation: Where failures are recorded.
  public func skipInFlightEffects(
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    issues.location = sourceLocation
    await perform {
      run.core.registry.cancelAll()
      run.core.startPending()
      try await run.settleAndAdvance()
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
