import RatchetDependencies
import Synchronization
public import Testing

/// A clock whose time moves only when a test advances it.
///
/// A test store has its own clock, which `advance(by:)` moves. To test code without a test store,
/// create one:
///
/// ```swift
/// let clock = TestClock()
/// let task = Task { try await clock.sleep(for: .seconds(1)) }
/// clock.advance(by: .seconds(1))
/// ```
///
/// Sleepers with equal deadlines wake in the order in which they slept. A cancelled sleep throws
/// `CancellationError` and leaves nothing behind; a sleep until a past time returns at once.
public final class TestClock: Clock, ManualClock {
  /// The time at which the clock of a test store starts; after a restart in a simulation, the time
  /// at which the previous store ended.
  @TaskLocal static var start = Duration.zero

  /// The time and the sleeping tasks.
  private let sleepers: Locked<Sleepers>
  /// The number of the last sleep; each sleep has a number, by which it is cancelled.
  private let lastNumber = Atomic(0)

  /// Makes a clock that shows the given time and stands still.
  public init(now: Instant = Instant()) {
    sleepers = Locked(Sleepers(schedule: ClockSchedule(now: now.offset)))
  }

  /// The time that the clock shows.
  public var now: Instant {
    sleepers.withLock { Instant(now: $0.schedule.now, hasLateTasks: !$0.taskTimes.isEmpty) }
  }

  package var elapsed: Duration { now.offset }

  /// The smallest time step: one attosecond, the resolution of `Duration`.
  @_documentation(visibility: internal)
  public var minimumResolution: Duration { Duration(secondsComponent: 0, attosecondsComponent: 1) }

  /// Sleeps until exactly the deadline; the tolerance is ignored.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    var end = deadline.offset
    // A late task sleeps from its own time, before the time that the clock shows (`TaskTimes`).
    if let start = deadline.start, let ownEnd = await endIfLate(deadline, start) { end = ownEnd }
    // No code follows the sleep, not even a release: it would cost another job (a piece of a task
    // that runs without suspending).
    if MainQueue.isCurrent {
      try await sleepOnMainActor(until: end, nextNumber())
    } else if Lane.runsCurrentTask {
      try await sleepOnLane(until: end)
    } else {
      try await sleepAnywhere(until: end)
    }
  }

  /// Moves the clock and wakes the sleepers that are due, in order of their deadlines.
  ///
  /// A task whose deadline is before the new time continues at its deadline: its next sleep, before
  /// the clock is advanced again, counts from that deadline. So an advance by five seconds is five
  /// rounds of a loop that sleeps for one second. ``now`` shows every task the new time. Only a
  /// deadline made from ``now`` since the advance is shifted in this way; any other deadline is
  /// taken as it is.
  ///
  /// Can be called from any thread; concurrent calls each move the clock by their full duration.
  /// Returns when the sleepers have been woken, not when they have run: await what they do. A
  /// negative duration is a failure and does not move the clock.
  ///
  /// - Parameters:
  ///   - duration: The time to pass.
  ///   - sourceLocation: Where to record a failure.
  public func advance(
    by duration: Duration, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    guard duration >= .zero else {
      return IssueRecorder.addUnlessExplored(
        Self.negativeDuration(duration), at: sourceLocation)
    }
    let (due, now, advance) = sleepers.withLock { sleepers in
      let due = sleepers.move(by: duration.capped)
      return (due, sleepers.schedule.now, sleepers.taskTimes.advance)
    }
    for sleeper in due {
      let isLate = sleeper.deadline < now
      sleeper.wake(isLate ? TaskTimes.Wake(time: sleeper.deadline, advance: advance) : nil)
    }
  }

  /// The failure text for a duration that would move time back.
  static func negativeDuration(_ duration: Duration) -> String {
    "Time cannot be advanced by \(duration): a clock never goes back."
  }

  // MARK: - For test stores

  /// Moves the clock to the next deadline, but at most by a duration, and removes the sleepers that
  /// are due; the caller must wake each of them.
  ///
  /// Unlike `advance(by:)`, it lets a test store choose the order in which they wake, and run
  /// effects before the next deadline. `busy` are the lanes (the executors) of effects that could
  /// still run: after this step they are late, so their next sleep counts from the time before it.
  func step(
    upTo duration: Duration, busy: [Lane]
  ) -> (passed: Duration, now: Duration, due: [Sleeper]) {
    sleepers.withLock { sleepers in
      let before = sleepers.schedule.now
      let step = sleepers.schedule.nextDeadline.map { min($0 - before, duration) } ?? duration
      let due = sleepers.move(by: step, busy: busy)
      return (step, before + step, due)
    }
  }

  /// Called when all effects have settled: none of them is late any more (see `TaskTimes`).
  func effectsSettled() {
    sleepers.withLock { $0.taskTimes.effectsSettled() }
  }

  /// Whether a sleep ends within a duration.
  func hasDeadline(within duration: Duration) -> Bool {
    sleepers.withLock { sleepers in
      sleepers.schedule.nextDeadline.map { $0 - sleepers.schedule.now <= duration } ?? false
    }
  }

  /// Ends all sleeps like a cancellation, because the clock will not move any more.
  func endSleeps() {
    let left = sleepers.withLock { $0.removeAll() }
    for sleeper in left { sleeper.cancel() }
  }

  /// The deadlines of all sleepers, in order, with their lanes.
  var sleeping: [(deadline: Duration, lane: Lane?)] {
    sleepers.withLock { $0.schedule.entries.map { ($0.deadline, $0.sleeper.lane) } }
  }

  /// The number of sleeps that have not ended.
  package var sleeperCount: Int { sleepers.withLock { $0.schedule.entries.count } }

  // MARK: - Sleeping

  /// Sleeps, called outside the main actor, in a task that no effect runs or awaits.
  private func sleepAnywhere(until deadline: Duration) async throws {
    let number = nextNumber()
    let late = try await withTaskCancellationHandler {
      try await suspend(until: deadline, .current, number)
    } onCancel: {
      cancel(number)
    }
    if let late { await recordLateWake(late) }
  }

  /// Sleeps, called on the main actor, such as by an effect in a test store.
  ///
  /// Isolated to the main actor, because each return to a nonisolated function would cost another
  /// job of the task.
  @MainActor private func sleepOnMainActor(
    until deadline: Duration, _ number: Int
  ) async throws {
    let lane = Lane.current
    let late: TaskTimes.Wake?
    // A sleep of an effect's own task needs no cancellation handler: the lane has one for all.
    if let lane, lane.beginOwnSleep(number, on: self) {
      late = try await suspend(until: deadline, lane, number)
    } else {
      late = try await withTaskCancellationHandler {
        try await suspend(until: deadline, lane, number)
      } onCancel: {
        cancel(number)
      }
    }
    if let late { await recordLateWake(late) }
  }

  /// Sleeps, called in an effect's task outside the main actor, such as in another actor.
  ///
  /// The task first returns to its lane, so that the schedule decides when the task reaches the
  /// main actor. The number is taken here because it is a side effect: without one, the optimizer
  /// would remove the hop to the lane.
  @concurrent private func sleepOnLane(until deadline: Duration) async throws {
    try await sleepOnMainActor(until: deadline, nextNumber())
  }

  /// Suspends the calling task, on its actor, until the schedule wakes it.
  private func suspend(
    isolation: isolated (any Actor)? = #isolation, until deadline: Duration, _ lane: Lane?,
    _ number: Int
  ) async throws -> TaskTimes.Wake? {
    try await withCheckedThrowingContinuation { continuation in
      sleep(Sleeper(continuation, until: deadline, lane: lane, on: self), number)
    }
  }

  /// Identifies a sleep, so that it can be cancelled.
  private func nextNumber() -> Int { lastNumber.add(1, ordering: .relaxed).newValue }

  /// Adds a sleeper to the schedule, or resumes it at once if its deadline has passed or its task
  /// is cancelled.
  private func sleep(_ sleeper: Sleeper, _ number: Int) {
    enum Outcome { case asleep, due, cancelled }
    let outcome = sleepers.withLock { sleepers -> Outcome in
      // A cancellation before this point found no sleeper; a later one finds this one.
      if Task.isCancelled { return .cancelled }
      return sleepers.add(sleeper, number) ? .asleep : .due
    }
    switch outcome {
    case .asleep: break
    case .due: sleeper.wake()
    case .cancelled: sleeper.cancel()
    }
  }

  /// Ends the sleep with this number, like a cancellation, if it has not ended.
  func cancel(_ number: Int) {
    sleepers.withLock { $0.remove(number: number) }?.cancel()
  }

  /// Records the calling task as late; called when its sleep has ended later than its deadline.
  private func recordLateWake(_ late: TaskTimes.Wake) async {
    guard let task = await TaskID.current() else { return }
    sleepers.withLock { $0.taskTimes.add(task, late) }
  }

  /// Returns the deadline of the calling task's next sleep if the task is late: the task's own time
  /// plus the duration of the sleep.
  ///
  /// Returns `nil` if the task is not late, or if `start`, the time from which its deadline was
  /// made, is not what the clock shows now.
  private func endIfLate(_ deadline: Instant, _ start: Duration) async -> Duration? {
    let lane = Lane.current.flatMap { $0.clock === self ? $0 : nil }
    let end = sleepers.withLock { sleepers -> Duration? in
      guard let lane, start == sleepers.schedule.now else { return nil }
      return sleepers.taskTimes.sleep(lane, for: deadline.offset - start, now: start)
    }
    if let end { return end }
    guard let task = await TaskID.current() else { return nil }
    return sleepers.withLock { sleepers in
      let now = sleepers.schedule.now
      // The clock may have moved while the task found out its number.
      if start != now { return nil }
      return sleepers.taskTimes.sleep(task, for: deadline.offset - start, now: now)
    }
  }
}
