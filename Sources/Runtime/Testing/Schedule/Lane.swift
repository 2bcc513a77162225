/// The executor of one effect: keeps the jobs of its task and child tasks for the scheduler.
final class Lane: TaskExecutor {
  /// The lane of the current task, if it is one of a test store.
  @TaskLocal static var current: Lane?

  /// The effect, for failures that concern what it left behind.
  let label: String
  let jobs: JobList

  init(label: String, jobs: JobList) {
    self.label = label
    self.jobs = jobs
  }

  func enqueue(_ job: consuming ExecutorJob) {
    jobs.add(ReadyJob(job: UnownedJob(job), lane: self))
  }
}

/// One piece of an effect that can run now.
struct ReadyJob: Sendable {
  let job: UnownedJob
  let lane: Lane

  /// Runs it as part of the main actor, so that calls to main-actor functions do not leave it.
  @MainActor func run() {
    unsafe job.runSynchronously(
      isolatedTo: MainActor.sharedUnownedExecutor,
      taskExecutor: lane.asUnownedTaskExecutor()
    )
  }
}
