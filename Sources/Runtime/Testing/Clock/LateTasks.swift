import RatchetDependencies

/// The tasks that a clock has woken on the way to a later time, each with the time at which it goes on.
///
/// Such a task runs when the clock shows the later time already. What it sleeps for next counts from its own.
struct LateTasks {
  /// Tells a sleeper that it is late.
  struct Wake {
    let time: Duration
    let advance: Int
  }

  private var times: [UInt64: Duration] = [:]
  /// Counts the times that the clock was advanced: who is late is so until the next one.
  private(set) var advance = 0

  var isEmpty: Bool { times.isEmpty }

  mutating func beginAdvance() {
    advance += 1
    if !times.isEmpty { times = [:] }
  }

  mutating func add(_ task: UInt64, _ wake: Wake) {
    if wake.advance == advance { times[task] = wake.time }
  }

  /// The deadline of a task's next sleep, which may have come; `nil` if the task is not late.
  mutating func sleep(_ task: UInt64, for duration: Duration, now: Duration) -> Duration? {
    guard let time = times.removeValue(forKey: task) else { return nil }
    let deadline = time + duration
    if deadline < now { times[task] = deadline }
    return deadline
  }
}

/// Tells tasks apart.
///
/// The address of a task may be that of another one later; its number is not.
enum TaskID {
  /// The number of the calling task; `nil` if the platform does not tell.
  @concurrent static func current() async -> UInt64? {
    let reader = Reader()
    await withTaskExecutorPreference(reader) { @concurrent in await Task.yield() }
    return reader.number
  }

  /// Reads the number that the description of a job shows, and runs the job at once.
  private final class Reader: TaskExecutor {
    private let found = Locked<UInt64?>(nil)

    var number: UInt64? { found.withLock { $0 } }

    func enqueue(_ job: consuming ExecutorJob) {
      // The job that comes here first is the task; the one by which a task yields shows none.
      let number = UInt64(job.description.filter(\.isNumber))
      found.withLock { $0 = $0 ?? number }
      let job = UnownedJob(job)
      unsafe job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
