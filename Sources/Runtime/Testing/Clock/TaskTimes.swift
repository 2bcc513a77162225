import RatchetDependencies

/// Lets each task that a `TestClock` wakes continue at its deadline, although the clock already
/// shows a later time.
///
/// A task or an effect is *late* if it runs on behalf of an earlier time than the clock shows: its
/// own time, from which its next sleep counts.
///
/// A task becomes late because an advance moves the clock to its end before the woken tasks run:
/// the deadline is then the task's own time. So a loop that sleeps for one second runs five times
/// in five seconds. An effect of a test store becomes late if a schedule lets time pass although
/// the effect could still run: the time before that is then the effect's own time.
///
/// Effects are identified by their *lane* (the executor of one effect), tasks by number. Used by
/// `TestClock`, under its lock.
struct TaskTimes {
  /// What a sleeper that wakes late receives.
  struct Wake {
    /// The deadline of the sleep, which is the task's own time from then on.
    let time: Duration
    /// The number of the advance that woke the sleeper.
    let advance: Int
  }

  /// The own times of late tasks, by number.
  private var times: [UInt64: Duration] = [:]
  /// The own times of late effects, by lane.
  private var timesOfLanes: [ObjectIdentifier: Duration] = [:]
  /// The number of the current advance: a task is late until the next advance begins.
  private(set) var advance = 0

  /// Whether no task and no effect is late.
  var isEmpty: Bool { times.isEmpty && timesOfLanes.isEmpty }

  /// Called when the clock moves from the time `now`: no task is late any more.
  ///
  /// Effects that can still run (`busy`) become late, or stay late with the own time that they had.
  mutating func beginAdvance(from now: Duration, busy: [Lane] = []) {
    advance += 1
    if !times.isEmpty { times = [:] }
    if busy.isEmpty, timesOfLanes.isEmpty { return }
    let before = timesOfLanes
    timesOfLanes = [:]
    for lane in busy.map(ObjectIdentifier.init) { timesOfLanes[lane] = before[lane] ?? now }
  }

  /// Called when all effects are at rest: none of them is late any more.
  mutating func effectsSettled() { timesOfLanes = [:] }

  /// Returns the deadline of the next sleep of a late effect, which counts from its own time;
  /// returns `nil` if the effect is not late.
  ///
  /// If that deadline is in the past as well, the effect stays late, with the deadline as its time.
  mutating func sleep(_ lane: Lane, for duration: Duration, now: Duration) -> Duration? {
    guard let time = timesOfLanes.removeValue(forKey: ObjectIdentifier(lane)) else { return nil }
    let deadline = time + duration
    if deadline < now { timesOfLanes[ObjectIdentifier(lane)] = deadline }
    return deadline
  }

  /// Records a task as late; called by the task when it continues, and ignored if the clock has
  /// been advanced again since it woke the task.
  mutating func add(_ task: UInt64, _ wake: Wake) {
    if wake.advance == advance { times[task] = wake.time }
  }

  /// Like the method for the lane of an effect, for a task with this number.
  mutating func sleep(_ task: UInt64, for duration: Duration, now: Duration) -> Duration? {
    guard let time = times.removeValue(forKey: task) else { return nil }
    let deadline = time + duration
    if deadline < now { times[task] = deadline }
    return deadline
  }
}

/// Identifies tasks by number, which unlike a task's address is never reused.
enum TaskID {
  /// The number of the calling task; `nil` if the platform does not provide it.
  ///
  /// Swift has no function for it. So the task yields once on an executor that reads the number
  /// from the description of the task's job.
  @concurrent static func current() async -> UInt64? {
    let reader = Reader()
    await withTaskExecutorPreference(reader) { @concurrent in await Task.yield() }
    return reader.number
  }

  /// An executor that reads the number from the description of a job and runs the job at once.
  private final class Reader: TaskExecutor {
    private let found = Locked<UInt64?>(nil)

    var number: UInt64? { found.withLock { $0 } }

    func enqueue(_ job: consuming ExecutorJob) {
      // The first job stands for the task, and has its number; the job of the yield has none.
      let number = job.taskNumber
      found.withLock { $0 = $0 ?? number }
      let job = UnownedJob(job)
      // Safe: the job was enqueued on this executor, which runs it once.
      unsafe job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}

extension ExecutorJob {
  /// The number of the task to which the job belongs; `nil` if it is a job of an actor, or if the
  /// platform does not provide the number.
  var taskNumber: UInt64? {
    // The number is the only one in the description.
    let digits = description.utf8.filter { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    return digits.isEmpty ? nil : digits.reduce(0) { $0 &* 10 &+ UInt64($1 & 15) }
  }
}
