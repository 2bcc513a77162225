import Ratchet
import Synchronization

/// The executor of one effect: keeps the jobs of its task and child tasks for the scheduler.
final class Lane: TaskExecutor {
  /// The lane of the current task, if it is one of a test store, or was started by one.
  static var current: Lane? { LaneToken.current?.lane }

  /// Whether the calling task is that of an effect or one of its child tasks; a task that nobody awaits is not.
  static var runsCurrentTask: Bool {
    guard let current else { return false }
    return unsafe withUnsafeCurrentTask { task in
      unsafe task?.unownedTaskExecutor == current.asUnownedTaskExecutor()
    }
  }

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

  /// The effect, for failures that concern its orphaned tasks.
  var label: String { "\(title) (\(place))" }

  /// The effect, as a trace calls it.
  var shortLabel: String { "\(title) #\(number)" }

  var place: String { origin?.description ?? "" }

  func enqueue(_ job: consuming ExecutorJob) {
    jobs.add(ReadyJob(job: UnownedJob(job), lane: self))
  }

  private var title: String { name.map { "\"\($0)\"" } ?? "run" }
}

/// Kept alive by the tasks of an effect, as a task-local value: by its own, and by those that it starts and does not await.
///
/// So it is known of an effect that has ended whether it left a task behind.
final class LaneToken: Sendable {
  @TaskLocal static var current: LaneToken?

  let lane: Lane
  private let count: LaneTokenCount

  init(_ lane: Lane, _ count: LaneTokenCount) {
    self.lane = lane
    self.count = count
    count.value.add(1, ordering: .relaxed)
  }

  deinit {
    count.value.subtract(1, ordering: .releasing)
  }
}

/// How many effects of a test store have a task that has not ended.
final class LaneTokenCount: Sendable {
  fileprivate let value = Atomic(0)

  var current: Int { value.load(ordering: .acquiring) }
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
