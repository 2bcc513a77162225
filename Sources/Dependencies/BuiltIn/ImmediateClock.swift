/// A clock without waiting: every sleep ends at once and moves the clock to its deadline.
///
/// Use it where waiting does not matter, as in a preview or a test of something else.
public struct ImmediateClock: Clock {
  private let time = Locked(ContinuousClock.now)

  /// Makes a clock that stands still at the time of this call until the first sleep.
  public init() {}

  /// The latest deadline of all sleeps so far; before the first, the time at which the clock was
  /// made.
  public var now: ContinuousClock.Instant { time.withLock { $0 } }

  /// The smallest time step: one attosecond, the resolution of `Duration`.
  @_documentation(visibility: internal)
  public var minimumResolution: Duration { Duration(secondsComponent: 0, attosecondsComponent: 1) }

  /// Moves the clock to the deadline if that is later, yields, and returns.
  ///
  /// A sleep moves the clock by a thousand years at most. Throws `CancellationError` if the task is
  /// cancelled.
  public func sleep(
    until deadline: ContinuousClock.Instant, tolerance: Duration? = nil
  ) async throws {
    try Task.checkCancellation()
    time.withLock { now in
      // Capped, so that the time of the clock never overflows, however often it moves.
      if now < deadline { now = now.advanced(by: now.duration(to: deadline).capped) }
    }
    // A loop that only sleeps would otherwise leave no turn to other tasks.
    await Task.yield()
    try Task.checkCancellation()
  }
}
