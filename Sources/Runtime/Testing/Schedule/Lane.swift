/// The executor of one effect: keeps the jobs of its task and child tasks for the scheduler.
final class Lane: TaskExecutor {
  /// The lane of the current task, if it is one of a test store.
  @TaskLocal static var current: Lane?

  let number: Int
  let jobs: JobList

  init(number: Int, jobs: JobList) {
    self.number = number
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
