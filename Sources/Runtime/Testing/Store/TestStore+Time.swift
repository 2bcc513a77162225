import Ratchet
public import Testing

extension TestStore {
  /// Lets time pass on the store's clock, and returns when nothing can go on without the test.
  ///
  /// Time stops at each action that is sent and waits to be received, and goes on when it has been received: after
  /// `advance(by: .seconds(3))` over a timer that ticks each second, three ticks can be received. All who sleep until the
  /// same instant wake together. ``finish(sourceLocation:)`` fails if time was left over.
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
    await perform { try await run.advance(by: duration) }
  }

  /// Returns when nothing can go on without the test.
  ///
  /// The other steps do this by themselves. It is of use after the test has done something that an effect waits
  /// for, as yielding a value to a stream.
  ///
  /// - Parameter sourceLocation: Where failures are recorded.
  public func settle(sourceLocation: SourceLocation = #_sourceLocation) async {
    issues.location = sourceLocation
    await perform {
      try await run.settleAndPassTime()
    }
  }

  /// Asserts that nothing is left: no action to receive, no effect in flight, no time that has not passed.
  ///
  /// Fails at once with a list of what is left. The same is asserted when the store is released, as long as this
  /// method was not called.
  ///
  /// - Parameter sourceLocation: Where failures are recorded.
  public func finish(sourceLocation: SourceLocation = #_sourceLocation) async {
    issues.location = sourceLocation
    await perform {
      try await run.settleThoroughly()
      try await run.wait { run.isAtRest }
    }
    if let left = run.leftOver() { issues.record(left) }
    run.isFinished = true
  }
}
