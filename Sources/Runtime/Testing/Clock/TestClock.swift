import RatchetDependencies

/// A clock whose time moves only when a test says so.
///
/// A test store has one, which it moves by `advance(by:)`. Made by itself it serves code that is tested without
/// a test store:
///
/// ```swift
/// let clock = TestClock()
/// let task = Task { try await clock.sleep(for: .seconds(1)) }
/// clock.advance(by: .seconds(1))
/// ```
///
/// Who sleeps until the same instant wakes in the order in which they went to sleep. A sleep that is cancelled throws
/// `CancellationError` and leaves nothing behind; one until a time that has passed returns at once.
public final class TestClock: Clock {
  /// A point on the clock's own scale.
  public struct Instant: InstantProtocol {
    /// The time since the clock began.
    public let offset: Duration

    /// Makes a point from the time since the clock began.
    public init(offset: Duration = .zero) {
      self.offset = offset
    }

    /// The point a duration later.
    public func advanced(by duration: Duration) -> Instant {
      Instant(offset: offset + duration)
    }

    /// The time from this point to another.
    public func duration(to other: Instant) -> Duration {
      other.offset - offset
    }

    /// Whether the first point is earlier.
    public static func < (lhs: Instant, rhs: Instant) -> Bool {
      lhs.offset < rhs.offset
    }
  }

  struct Sleeper: Sendable {
    let continuation: CheckedContinuation<Void, any Error>
    let lane: Lane?
  }

  private struct Sleepers {
    var schedule: ClockSchedule<Sleeper>
    /// How many there are of each lane.
    var counts: [ObjectIdentifier: Int] = [:]

    mutating func count(_ sleeper: Sleeper, by step: Int) {
      guard let lane = sleeper.lane else { return }
      let count = (counts[ObjectIdentifier(lane)] ?? 0) + step
      counts[ObjectIdentifier(lane)] = count > 0 ? count : nil
    }

    mutating func move(by duration: Duration) -> [Sleeper] {
      let due = schedule.move(by: duration)
      for sleeper in due { count(sleeper, by: -1) }
      return due
    }

    mutating func remove(number: Int) -> Sleeper? {
      let sleeper = schedule.remove(number: number)
      if let sleeper { count(sleeper, by: -1) }
      return sleeper
    }
  }

  private let sleepers: Guarded<Sleepers>

  /// Makes a clock that shows a time and stands still.
  public init(now: Instant = Instant()) {
    sleepers = Guarded(Sleepers(schedule: ClockSchedule(now: now.offset)))
  }

  /// The time that the clock shows.
  public var now: Instant { Instant(offset: sleepers.withLock(\.schedule.now)) }

  /// The smallest step of time: one attosecond, as `Duration` counts.
  public var minimumResolution: Duration { Duration(secondsComponent: 0, attosecondsComponent: 1) }

  /// Sleeps until the clock has been moved to a deadline, and not longer: the tolerance is not used.
  @concurrent
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    let number = sleepers.withLock { $0.schedule.nextNumber() }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        sleep(Sleeper(continuation: continuation, lane: Lane.current), number, deadline)
      }
    } onCancel: {
      sleepers.withLock { $0.remove(number: number) }?
        .continuation.resume(throwing: CancellationError())
    }
  }

  /// Moves the clock and wakes who is due, in order of their deadlines.
  ///
  /// Can be called from any thread: of several calls at the same time each moves the clock by all of its duration.
  /// Returns when the sleepers have been woken, not when they have run: await what they do.
  public func advance(by duration: Duration) {
    for sleeper in sleepers.withLock({ $0.move(by: duration) }) { sleeper.continuation.resume() }
  }

  // MARK: - What a test store does

  var nextDeadline: Duration? { sleepers.withLock(\.schedule.nextDeadline) }

  /// Moves the clock and takes out who is due; the caller must resume each of them.
  func move(to time: Duration) -> [Sleeper] {
    sleepers.withLock { sleepers in
      let due = sleepers.schedule.move(to: time)
      for sleeper in due { sleepers.count(sleeper, by: -1) }
      return due
    }
  }

  /// Ends all sleeps as a cancellation does: nobody will move the clock any more.
  func endSleeps() {
    let left = sleepers.withLock { sleepers in
      sleepers.counts = [:]
      return sleepers.schedule.removeAll()
    }
    for sleeper in left { sleeper.continuation.resume(throwing: CancellationError()) }
  }

  /// All who sleep, by deadline, with the lane that they came from.
  var sleeping: [(deadline: Duration, lane: Lane?)] {
    sleepers.withLock { $0.schedule.entries.map { ($0.deadline, $0.sleeper.lane) } }
  }

  /// Whether somebody of a lane sleeps.
  func isAsleep(_ lane: Lane) -> Bool {
    sleepers.withLock { $0.counts[ObjectIdentifier(lane)] != nil }
  }

  private func sleep(_ sleeper: Sleeper, _ number: Int, _ deadline: Instant) {
    enum Outcome { case asleep, due, cancelled }
    let outcome = sleepers.withLock { sleepers -> Outcome in
      // A cancellation before this point found nobody asleep; one after it finds the sleeper.
      if Task.isCancelled { return .cancelled }
      guard sleepers.schedule.add(sleeper, number: number, until: deadline.offset) else {
        return .due
      }
      sleepers.count(sleeper, by: 1)
      return .asleep
    }
    switch outcome {
    case .asleep: break
    case .due: sleeper.continuation.resume()
    case .cancelled: sleeper.continuation.resume(throwing: CancellationError())
    }
  }
}
