import RatchetDependencies

/// A clock on which nobody waits: every sleep ends at once and moves the clock to its deadline.
///
/// For code whose waiting does not matter, as in a preview or in a test of something else.
public struct ImmediateClock: Clock {
  /// A point on the clock's own scale.
  public typealias Instant = TestClock.Instant

  private let time: Locked<Instant>

  /// Makes a clock that shows a time.
  public init(now: Instant = Instant()) {
    time = Locked(now)
  }

  /// The latest deadline of all sleeps so far.
  public var now: Instant { time.withLock { $0 } }

  /// The smallest step of time: one attosecond, as `Duration` counts.
  public var minimumResolution: Duration { Duration(secondsComponent: 0, attosecondsComponent: 1) }

  /// Moves the clock to the deadline if that is later, and returns after it has yielded.
  ///
  /// Throws `CancellationError` if the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    time.withLock { $0 = max($0, deadline) }
    await Task.yield()
    try Task.checkCancellation()
  }
}
