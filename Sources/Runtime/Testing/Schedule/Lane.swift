import Ratchet
import Synchronization

/// The executor of one effect, which collects the jobs of its task and child tasks for the
/// schedule.
final class Lane: TaskExecutor {
  /// The progress of an effect.
  enum Phase {
    /// The test store knows what the effect waits for. Becomes `unsettled` when one of its jobs
    /// runs.
    case settled
    /// It has run since. Becomes `settled` once it is known what it waits for, `ended` when its
    /// operation returns.
    case unsettled
    /// Its operation has returned: the last phase.
    case ended
  }

  /// The lane of the current task, if that is an effect's task or was started by one.
  static var current: Lane? { LaneToken.current?.lane }

  /// Whether the calling task is an effect's own or one of its child tasks, as opposed to a task
  /// that an effect starts and does not await.
  static var runsCurrentTask: Bool {
    guard let current else { return false }
    // Safe: the task is used only in the closure.
    return unsafe withUnsafeCurrentTask { task in
      unsafe task?.unownedTaskExecutor == current.asUnownedTaskExecutor()
    }
  }

  /// The effect's number among those that its store has started, from 1.
  let number: Int
  /// Identifies the effect while it is in flight.
  let effect: ObjectIdentifier
  /// The clock of the test store.
  let clock: TestClock
  /// The number of the lane's sleeping tasks, which that clock counts.
  let sleepCount = Atomic(0)
  @MainActor var phase = Phase.settled
  /// The effect's own task while it runs, as opposed to its child tasks.
  @MainActor private var ownTask: TaskReference?
  /// The number of the own task's last sleep on that clock, which may have ended.
  private let ownSleep = Atomic(0)
  private let name: String?
  private let origin: SourceOrigin?
  private let jobs: JobList

  @MainActor init(_ number: Int, of effect: RunningEffect, clock: TestClock, jobs: JobList) {
    self.number = number
    self.effect = ObjectIdentifier(effect)
    self.clock = clock
    name = effect.name
    origin = effect.origin
    self.jobs = jobs
  }

  // MARK: - The own task

  /// Runs the effect in its own task, with one cancellation handler for all sleeps of the task.
  @inline(__always)
  @MainActor func runOwnTask(_ work: @MainActor () async -> Void) async {
    ownTask = TaskReference()
    await withTaskCancellationHandler {
      await work()
    } onCancel: {
      clock.cancel(ownSleep.load(ordering: .acquiring))
    }
    ownTask = nil
  }

  /// Whether the calling task is the own task, starting a sleep on the test store's clock, which
  /// then needs no cancellation handler.
  @MainActor func beginOwnSleep(_ number: Int, on clock: TestClock) -> Bool {
    guard clock === self.clock, ownTask?.isCurrent == true else { return false }
    ownSleep.store(number, ordering: .releasing)
    return true
  }

  /// Whether a task of the lane sleeps on the clock of the test store.
  var isAsleep: Bool { sleeps > 0 }

  /// The number of the lane's tasks that sleep on the test store's clock.
  var sleeps: Int { sleepCount.load(ordering: .acquiring) }

  /// The effect's description, for failures about its orphaned tasks.
  var label: String { "\(title) (\(position))" }

  /// The effect's name in a trace.
  var shortLabel: String { "\(title) #\(number)" }

  var position: String { origin?.description ?? "" }

  func enqueue(_ job: consuming ExecutorJob) {
    jobs.add(ReadyJob(job: UnownedJob(job), lane: self))
  }

  private var title: String { name.map { "\"\(ValueLine.cut($0))\"" } ?? "run" }
}

/// Identifies a task while it runs.
///
/// `@safe` is sound: the task is only compared.
@safe
private struct TaskReference {
  private let task: UnsafeCurrentTask

  init?() {
    guard let task = unsafe withUnsafeCurrentTask(body: { unsafe $0 }) else { return nil }
    unsafe self.task = task
  }

  var isCurrent: Bool {
    unsafe withUnsafeCurrentTask { task in
      guard let task = unsafe task else { return false }
      return unsafe task == self.task
    }
  }
}

/// A task-local value that the tasks of an effect keep alive: its own task and, by inheritance, the
/// tasks that it starts and does not await.
///
/// So the store knows whether an ended effect has a task that has not ended: an orphaned task.
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

/// The number of a test store's effects with a task that has not ended.
final class LaneTokenCount: Sendable {
  fileprivate let value = Atomic(0)

  var current: Int { value.load(ordering: .acquiring) }
}

/// A piece of an effect that can run now.
struct ReadyJob: Sendable {
  let job: UnownedJob
  let lane: Lane

  /// Runs it as part of the main actor, so that calls to main-actor functions do not leave it.
  @MainActor func run() {
    // Safe: a lane makes one of these for each job, and the code that takes it out of the list runs
    // it, once, on the main actor.
    unsafe job.runSynchronously(
      isolatedTo: MainActor.sharedUnownedExecutor,
      taskExecutor: lane.asUnownedTaskExecutor()
    )
  }
}
