import Ratchet

/// The executor of one effect: keeps the jobs of its task and child tasks for the scheduler.
final class Lane: TaskExecutor {
  /// The lane of the current task, if it is one of a test store.
  @TaskLocal static var current: Lane?

  /// The effect's number among those that its store has started, from 1.
  let number: Int
  /// Identifies the effect as long as it is in flight.
  let effect: ObjectIdentifier
  private let name: String?
  private let origin: SourceOrigin?
  private let jobs: JobList

  init(number: Int, effect: ObjectIdentifier, name: String?, origin: SourceOrigin?, jobs: JobList) {
    self.number = number
    self.effect = effect
    self.name = name
    self.origin = origin
    self.jobs = jobs
  }

  /// The effect, for failures that concern what it left behind.
  var label: String { "\(title) (\(place))" }

  /// The effect, as a trace calls it.
  var shortLabel: String { "\(title) #\(number)" }

  var place: String { origin?.description ?? "" }

  /// Whether the calling task is that of the effect or one of its child tasks; a task that nobody awaits is not.
  var runsCurrentTask: Bool {
    unsafe withUnsafeCurrentTask { task in
      unsafe task?.unownedTaskExecutor == asUnownedTaskExecutor()
    }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    jobs.add(ReadyJob(job: UnownedJob(job), lane: self))
  }

  private var title: String { name.map { "\"\($0)\"" } ?? "run" }
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
