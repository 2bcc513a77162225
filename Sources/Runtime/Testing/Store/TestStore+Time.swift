import Ratchet
public import Testing

extension TestStore {
  /// Lets time pass on the store's clock, and returns when nothing can go on without the test.
  ///
  /// Time stops at each action that is sent and waits to be received, and goes on when it has been
  /// received: after `advance(by: .seconds(3))` over a timer that ticks each second, three ticks
  /// can be received. All who sleep until the same instant wake together.
  /// ``finish(sourceLocation:)`` fails if time was left over. With ``exhaustivity`` off all of it
  /// passes: what is in its way is reduced. More than 1,000,000 sleeps that end in one step are a
  /// failure.
  ///
  /// - Parameters:
  ///   - duration: How much time passes.
  ///   - sourceLocation: Where failures are recorded.
  public func advance(
    by duration: Duration, sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    issues.location = sourceLocation
    guard duration >= .zero else {
      return issues.record("Time cannot be advanced by \(duration): it never goes back.")
    }
    await perform {
      try await run.advance(by: duration)
      if exhaustivity != .on { try await run.skipUntilTimeHasAdvanced() }
    }
  }

  /// Returns when nothing can go on without the test.
  ///
  /// The other steps do this by themselves. It is of use after the test has done something that an
  /// effect waits for, as yielding a value to a stream.
  ///
  /// - Parameter sourceLocation: Where failures are recorded.
  public func settle(sourceLocation: SourceLocation = #_sourceLocation) async {
    issues.location = sourceLocation
    await perform { try await run.settleAndAdvance() }
  }

  /// Asserts that nothing is left: no action to receive, no effect in flight, no time that has not
  /// passed.
  ///
  /// Fails with a list of what is left: at once, or a quarter of a second later if an effect waits
  /// for something outside of the store. The same is asserted when the store is released, as long
  /// as this method was not called. With ``exhaustivity`` off, what waits to be received is
  /// reduced, and effects may be in flight.
  ///
  /// - Parameter sourceLocation: Where failures are recorded.
  public func finish(sourceLocation: SourceLocation = #_sourceLocation) async {
    issues.location = sourceLocation
    await perform { try await run.finish() }
    switch run.end(of: run.leftoverText(hasWaited: exhaustivity == .on)) {
    case .nothing: break
    case .failure(let text): issues.record(text)
    case .warning(let text): issues.warn(text)
    }
    run.isFinished = true
  }
}
