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
  /// One who sleeps.
  ///
  /// `@safe` is sound: whoever takes a sleeper out of the schedule, or has not put it in, resumes it, once.
  @safe
  struct Sleeper: Sendable {
    private let continuation: UnsafeContinuation<LateTasks.Wake?, any Error>
    let deadline: Duration
    let lane: Lane?

    init(
      _ continuation: UnsafeContinuation<LateTasks.Wake?, any Error>, until deadline: Duration,
      lane: Lane?
    ) {
      unsafe self.continuation = continuation
      self.deadline = deadline
      self.lane = lane
    }

    /// Ends the sleep, and says so if the clock shows a later time by then.
    func wake(_ late: LateTasks.Wake? = nil) {
      unsafe continuation.resume(returning: late)
    }

    func cancel() {
      unsafe continuation.resume(throwing: CancellationError())
    }
  }

  private struct Sleepers {
    var schedule: ClockSchedule<Sleeper>
    var lateTasks = LateTasks()
    /// How many there are of each lane.
    var counts: [ObjectIdentifier: Int] = [:]

    mutating func count(_ sleeper: Sleeper, by step: Int) {
      guard let lane = sleeper.lane else { return }
      let count = (counts[ObjectIdentifier(lane)] ?? 0) + step
      counts[ObjectIdentifier(lane)] = count > 0 ? count : nil
    }

    mutating func move(by duration: Duration) -> [Sleeper] {
      lateTasks.beginAdvance()
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

  private let sleepers: Locked<Sleepers>

  /// Makes a clock that shows a time and stands still.
  public init(now: Instant = Instant()) {
    sleepers = Locked(Sleepers(schedule: ClockSchedule(now: now.offset)))
  }

  /// The time that the clock shows.
  public var now: Instant { Instant(now: sleepers.withLock { $0.schedule.now }) }

  /// The smallest step of time: one attosecond, as `Duration` counts.
  public var minimumResolution: Duration { Duration(secondsComponent: 0, attosecondsComponent: 1) }

  /// Sleeps until the clock has been moved to a deadline, and not longer: the tolerance is not used.
  @concurrent
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    var end = deadline.offset
    if let start = deadline.start, hasLateTasks, let ownEnd = await endIfLate(deadline, start) {
      end = ownEnd
    }
    // Nothing is left to do after the sleep, not even a release: that would take one more job.
    if Lane.runsCurrentTask {
      try await sleepOnMainActor(until: end)
    } else {
      try await sleepAnywhere(until: end)
    }
  }

  /// Moves the clock and wakes who is due, in order of their deadlines.
  ///
  /// A task that wakes on the way goes on at its deadline: what it sleeps for next, before the clock is advanced again,
  /// counts from there. So five seconds are five rounds of a loop that sleeps for one second; ``now`` is the same for
  /// all, as is a deadline that was not made from it since.
  ///
  /// Can be called from any thread: of several calls at the same time each moves the clock by all of its duration.
  /// Returns when the sleepers have been woken, not when they have run: await what they do.
  public func advance(by duration: Duration) {
    let (due, now, number) = sleepers.withLock { sleepers in
      let due = sleepers.move(by: duration)
      return (due, sleepers.schedule.now, sleepers.lateTasks.advance)
    }
    for sleeper in due {
      let isLate = sleeper.deadline < now
      sleeper.wake(isLate ? LateTasks.Wake(time: sleeper.deadline, advance: number) : nil)
    }
  }

  // MARK: - What a test store does

  /// Moves the clock to the next deadline, but no further than a duration, and takes out who is due; the caller must
  /// wake each of them.
  func step(upTo duration: Duration) -> (passed: Duration, now: Duration, due: [Sleeper]) {
    sleepers.withLock { sleepers in
      let before = sleepers.schedule.now
      let step = sleepers.schedule.nextDeadline.map { min($0 - before, duration) } ?? duration
      let due = sleepers.move(by: step)
      return (step, before + step, due)
    }
  }

  /// Whether a sleep ends within a duration.
  func hasDeadline(within duration: Duration) -> Bool {
    sleepers.withLock { sleepers in
      sleepers.schedule.nextDeadline.map { $0 - sleepers.schedule.now <= duration } ?? false
    }
  }

  /// Ends all sleeps as a cancellation does: nobody will move the clock any more.
  func endSleeps() {
    let left = sleepers.withLock { sleepers in
      sleepers.counts = [:]
      return sleepers.schedule.removeAll()
    }
    for sleeper in left { sleeper.cancel() }
  }

  /// All who sleep, by deadline, with the lane that they came from.
  var sleeping: [(deadline: Duration, lane: Lane?)] {
    sleepers.withLock { $0.schedule.entries.map { ($0.deadline, $0.sleeper.lane) } }
  }

  /// How many lanes there are that a condition holds for and that somebody of sleeps.
  func asleepCount(where matches: (ObjectIdentifier) -> Bool) -> Int {
    sleepers.withLock { $0.counts.keys.count(where: matches) }
  }

  /// How many sleep.
  package var sleeperCount: Int { sleepers.withLock { $0.schedule.entries.count } }

  /// Whether somebody of a lane sleeps.
  func isAsleep(_ lane: Lane) -> Bool {
    sleepers.withLock { $0.counts[ObjectIdentifier(lane)] != nil }
  }

  private func sleepAnywhere(until deadline: Duration) async throws {
    let number = sleepers.withLock { $0.schedule.nextNumber() }
    let late = try await withTaskCancellationHandler {
      try await unsafe withUnsafeThrowingContinuation { continuation in
        unsafe sleep(Sleeper(continuation, until: deadline, lane: .current), number)
      }
    } onCancel: {
      cancel(number)
    }
    if let late { await recordLateWake(late) }
  }

  /// The same for a task of a test store, whose jobs run on the main actor: each step back to a function without an
  /// actor would be one more job (h-poll: 7 jobs -> 3).
  @MainActor private func sleepOnMainActor(until deadline: Duration) async throws {
    let number = sleepers.withLock { $0.schedule.nextNumber() }
    let late = try await withTaskCancellationHandler {
      try await unsafe withUnsafeThrowingContinuation { continuation in
        unsafe sleep(Sleeper(continuation, until: deadline, lane: .current), number)
      }
    } onCancel: {
      cancel(number)
    }
    if let late { await recordLateWake(late) }
  }

  private func sleep(_ sleeper: Sleeper, _ number: Int) {
    enum Outcome { case asleep, due, cancelled }
    let outcome = sleepers.withLock { sleepers -> Outcome in
      // A cancellation before this point found nobody asleep; one after it finds the sleeper.
      if Task.isCancelled { return .cancelled }
      guard sleepers.schedule.add(sleeper, number: number, until: sleeper.deadline) else {
        return .due
      }
      sleepers.count(sleeper, by: 1)
      return .asleep
    }
    switch outcome {
    case .asleep: break
    case .due: sleeper.wake()
    case .cancelled: sleeper.cancel()
    }
  }

  private func cancel(_ number: Int) {
    sleepers.withLock { $0.remove(number: number) }?.cancel()
  }

  // MARK: - Late tasks

  private func recordLateWake(_ late: LateTasks.Wake) async {
    guard let task = await TaskID.current() else { return }
    sleepers.withLock { $0.lateTasks.add(task, late) }
  }

  private var hasLateTasks: Bool { sleepers.withLock { !$0.lateTasks.isEmpty } }

  /// When a sleep of the calling task ends if that is late; the deadline was counted from what the clock showed at its start.
  private func endIfLate(_ deadline: Instant, _ start: Duration) async -> Duration? {
    guard let task = await TaskID.current() else { return nil }
    return sleepers.withLock { sleepers in
      let now = sleepers.schedule.now
      if start != now { return nil }
      return sleepers.lateTasks.sleep(task, for: deadline.offset - start, now: now)
    }
  }
}
