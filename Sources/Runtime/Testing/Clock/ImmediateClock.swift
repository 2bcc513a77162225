import RatchetDependencies

/// A clock without waiting: every sleep ends at once and moves the clock to its deadline.
///
/// Use it where waiting does not matter, as in a preview or a test of something else.
public struct ImmediateClock: Clock {
  /// A point in the clock's time.
  public typealias Instant = TestClock.Instant

  private let time: Locked<Instant>

  /// Makes a clock that shows the given time.
  public init(now: Instant = Instant()) {
    time = Locked(now)
  }

  /// The latest deadline of all sleeps so far.
  public var now: Instant { time.withLock { $0 } }

  /// The smallest time step: one attosecond, the resolution of `Duration`.
  public var minimumResolution: Duration { Duration(secondsComponent: 0, attosecondsComponent: 1) }

  /// Moves the clock to the deadline if that is later, yields, and returns.
  ///
  /// Throws `CancellationError` if the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    time.withLock { $0 = max($0, deadline) }
    await Task.yield()
    try Task.checkCancellation()
  }
}
