import RatchetDependencies

/// The tasks that a clock has woken on the way to a later time, each with its own time.
///
/// Such a task runs when the clock already shows the later time; its next sleep counts from its
/// own.
struct LateTasks {
  /// Informs a sleeper that it wakes late.
  struct Wake {
    let time: Duration
    let advance: Int
  }

  private var times: [UInt64: Duration] = [:]
  /// The number of the current advance: a task is late until the next one.
  private(set) var advance = 0

  var isEmpty: Bool { times.isEmpty }

  mutating func beginAdvance() {
    advance += 1
    if !times.isEmpty { times = [:] }
  }

  mutating func add(_ task: UInt64, _ wake: Wake) {
    if wake.advance == advance { times[task] = wake.time }
  }

  /// The deadline of a task's next sleep, which may be in the past; `nil` if the task is not late.
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
      // The first job is the task itself; the job of its yield has no number.
      let number = UInt64(job.description.filter(\.isNumber))
      found.withLock { $0 = $0 ?? number }
      let job = UnownedJob(job)
      // Safe: the job was enqueued on this executor, which runs it once.
      unsafe job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
