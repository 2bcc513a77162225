import Synchronization

extension TestClock {
  /// A sleeping task.
  ///
  /// `@safe` is sound: the code that removes a sleeper from the schedule, or has not added it,
  /// resumes it once.
  @safe
  struct Sleeper: Sendable {
    private let continuation: UnsafeContinuation<LateTasks.Wake?, any Error>
    let deadline: Duration
    let lane: Lane?
    /// Whether the clock is the one of the lane's test store, which asks whether the lane is
    /// asleep.
    private let isCounted: Bool

    init(
      _ continuation: UnsafeContinuation<LateTasks.Wake?, any Error>, until deadline: Duration,
      lane: Lane?, on clock: TestClock
    ) {
      unsafe self.continuation = continuation
      self.deadline = deadline
      self.lane = lane
      isCounted = lane?.clock === clock
    }

    /// Changes the number of the lane's sleeping tasks.
    fileprivate func count(_ change: Int) {
      if isCounted { lane?.sleepCount.add(change, ordering: .releasing) }
    }

    /// Ends the sleep; `late` if the clock already shows a later time.
    func wake(_ late: LateTasks.Wake? = nil) {
      unsafe continuation.resume(returning: late)
    }

    func cancel() {
      unsafe continuation.resume(throwing: CancellationError())
    }
  }

  /// The sleepers of a clock, and the tasks that it has woken late.
  struct Sleepers {
    private(set) var schedule: ClockSchedule<Sleeper>
    var lateTasks = LateTasks()

    init(schedule: ClockSchedule<Sleeper>) {
      self.schedule = schedule
    }

    /// Adds a sleeper; returns false if its deadline has passed.
    mutating func add(_ sleeper: Sleeper, _ number: Int) -> Bool {
      guard schedule.add(sleeper, number: number, until: sleeper.deadline) else { return false }
      sleeper.count(1)
      return true
    }

    mutating func move(by duration: Duration) -> [Sleeper] {
      lateTasks.beginAdvance()
      let due = schedule.move(to: schedule.now + duration)
      for sleeper in due { sleeper.count(-1) }
      return due
    }

    mutating func remove(number: Int) -> Sleeper? {
      let sleeper = schedule.remove(number: number)
      sleeper?.count(-1)
      return sleeper
    }

    mutating func removeAll() -> [Sleeper] {
      let all = schedule.removeAll()
      for sleeper in all { sleeper.count(-1) }
      return all
    }
  }
}
