import Synchronization

extension TestClock {
  /// A task that sleeps on a clock until the clock wakes it or the sleep is cancelled.
  ///
  /// A sleeper is resumed exactly once, by the code that takes it out of the schedule or, if `add`
  /// refused it, by the caller of `add`. A *lane* is the executor of one effect in a test store; it
  /// counts the tasks of the effect that sleep.
  struct Sleeper: Sendable {
    private let continuation: CheckedContinuation<TaskTimes.Wake?, any Error>
    let deadline: Duration
    /// The lane of the effect that sleeps, or that started the task that sleeps; `nil` if no effect
    /// did.
    let lane: Lane?
    /// Whether the lane counts this sleep: only if the clock is the one of the effect's test store,
    /// which asks whether the lane is asleep.
    private let isCounted: Bool

    init(
      _ continuation: CheckedContinuation<TaskTimes.Wake?, any Error>, until deadline: Duration,
      lane: Lane?, on clock: TestClock
    ) {
      self.continuation = continuation
      self.deadline = deadline
      self.lane = lane
      isCounted = lane?.clock === clock
    }

    /// Changes the number of the lane's sleeping tasks.
    fileprivate func count(_ change: Int) {
      if isCounted { lane?.sleepCount.add(change, ordering: .releasing) }
    }

    /// Records the sleep in the test store's trace, so that a failure can list it.
    ///
    /// Tasks that no effect awaits, for which `Lane.runsCurrentTask` is false, are not recorded:
    /// they may begin to sleep at a different moment in each run.
    fileprivate func record() {
      if isCounted, Lane.runsCurrentTask, let lane {
        lane.trace?.add(.sleeps(lane, until: deadline))
      }
    }

    /// Ends the sleep.
    ///
    /// `late` is given if the clock has already moved past the deadline: the task's next sleep then
    /// counts from that deadline, not from the new time (see `TaskTimes`).
    func wake(_ late: TaskTimes.Wake? = nil) {
      continuation.resume(returning: late)
    }

    /// Ends the sleep with a `CancellationError`.
    func cancel() {
      continuation.resume(throwing: CancellationError())
    }
  }

  /// The state that a clock guards with a lock: the time, the sleepers, and which tasks and effects
  /// are late.
  ///
  /// Each change of the sleepers also updates the number of sleeping tasks of their lanes.
  struct Sleepers {
    private(set) var schedule: ClockSchedule<Sleeper>
    /// The own times of late tasks and effects: of those that run on behalf of an earlier time than
    /// the clock shows, and whose next sleep counts from that time.
    var taskTimes = TaskTimes()

    init(schedule: ClockSchedule<Sleeper>) {
      self.schedule = schedule
    }

    /// Adds a sleeper; returns false, without adding it, if its deadline has passed: the caller
    /// must then wake it.
    ///
    /// `number` identifies the sleep, for `remove(number:)`.
    mutating func add(_ sleeper: Sleeper, _ number: Int) -> Bool {
      guard schedule.add(sleeper, number: number, until: sleeper.deadline) else { return false }
      sleeper.count(1)
      sleeper.record()
      return true
    }

    /// Moves time; removes and returns the sleepers that are due, which the caller must wake.
    ///
    /// The `busy` lanes are those of effects that could still run at the time before, and so become
    /// late.
    mutating func move(by duration: Duration, busy: [Lane] = []) -> [Sleeper] {
      taskTimes.beginAdvance(from: schedule.now, busy: busy)
      let due = schedule.move(to: schedule.now + duration)
      for sleeper in due { sleeper.count(-1) }
      return due
    }

    /// Removes a sleeper, which the caller must cancel; returns `nil` if its sleep has ended.
    mutating func remove(number: Int) -> Sleeper? {
      let sleeper = schedule.remove(number: number)
      sleeper?.count(-1)
      return sleeper
    }

    /// Removes all sleepers, which the caller must cancel.
    mutating func removeAll() -> [Sleeper] {
      let all = schedule.removeAll()
      for sleeper in all { sleeper.count(-1) }
      return all
    }
  }
}
