import RatchetDependencies

/// Lets each task that a `TestClock` wakes continue at its deadline, although the clock already
/// shows a later time.
///
/// An advance moves the clock to its end before the woken tasks run. A task whose deadline lies
/// before that end is *late*: this value records the deadline as the task's own time, from which
/// its next sleep counts. So a loop that sleeps for one second runs five times in five seconds.
struct LateTasks {
  /// Tells a sleeper that it wakes late: with its deadline, which is its own time from then on, and
  /// the number of the advance that woke it.
  struct Wake {
    let time: Duration
    let advance: Int
  }

  private var times: [UInt64: Duration] = [:]
  /// The number of the current advance: a task is late until the next advance begins.
  private(set) var advance = 0

  var isEmpty: Bool { times.isEmpty }

  /// Called when the clock moves: no task is late any more.
  mutating func beginAdvance() {
    advance += 1
    if !times.isEmpty { times = [:] }
  }

  /// Records a task as late; called by the task when it continues, and ignored if the clock has
  /// been advanced again since it woke the task.
  mutating func add(_ task: UInt64, _ wake: Wake) {
    if wake.advance == advance { times[task] = wake.time }
  }

  /// Returns the deadline of a late task's next sleep, which counts from the task's own time;
  /// returns `nil` if the task is not late.
  ///
  /// If that deadline is in the past as well, the task stays late.
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
      let number = UInt64(job.description.filter(\.isNumber))
      found.withLock { $0 = $0 ?? number }
      let job = UnownedJob(job)
      // Safe: the job was enqueued on this executor, which runs it once.
      unsafe job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
