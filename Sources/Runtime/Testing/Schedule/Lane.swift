import Ratchet
import Synchronization

/// The executor of one effect in a test store: hands each job of the effect's task and child tasks
/// to the schedule instead of running the job.
///
/// A *job* is a piece of a task that runs without suspending. Used by `LaneExecutor`, which makes a
/// lane for each effect, and by `TestClock`, which counts the sleeps of the lane's tasks. Owns what
/// is known of the effect's progress. Do not call `runOwnTask` more than once: a lane belongs to
/// one task.
final class Lane: TaskExecutor {
  /// The progress of an effect: whether the test store knows what the effect waits for.
  enum Phase {
    /// The test store knows what the effect waits for. Becomes `unsettled` when a job of the effect
    /// runs.
    case settled
    /// A job of the effect has run. Becomes `settled` once the test store knows what the effect
    /// waits for, `ended` when the operation returns.
    case unsettled
    /// The effect's operation has returned: the last phase.
    case ended
  }

  /// The lane of the current task, if an effect runs in the task or has started the task.
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
  /// Weak, because the trace has the lane in its events.
  weak let trace: Trace?
  /// Whether the schedule is `inOrder`, which need not distinguish the jobs of child tasks from
  /// others.
  private let isInOrder: Bool
  /// The number of the lane's tasks that sleep on `clock`, which changes the number.
  let sleepCount = Atomic(0)
  @MainActor var phase = Phase.settled
  /// The effect's own task while it runs, as opposed to its child tasks.
  @MainActor private var ownTask: TaskReference?
  /// The number of the last sleep of the effect's own task on `clock`, which may have ended.
  private let lastOwnSleep = Atomic(0)
  /// The number of the effect's own task, by which `enqueue` finds it, on any thread; 0 before its
  /// first job.
  private let ownTaskNumber = Atomic<UInt64>(0)
  private let readyCount = Atomic(0)
  /// Whether a job of the lane is running.
  fileprivate let isRunning = Atomic(false)
  /// The number of the child task whose job is running; 0 without one.
  fileprivate let runningChild = Atomic<UInt64>(0)
  private let name: String?
  private let origin: SourceOrigin?
  private let jobs: JobList

  @MainActor init(
    _ number: Int, of effect: RunningEffect, clock: TestClock, jobs: JobList, trace: Trace
  ) {
    self.number = number
    self.effect = ObjectIdentifier(effect)
    self.clock = clock
    self.trace = trace
    isInOrder = trace.isInOrder
    name = effect.name
    origin = effect.origin
    self.jobs = jobs
  }

  // MARK: - The own task

  /// Runs the work of the effect in the calling task, its own, with one cancellation handler for
  /// all sleeps of the task on `clock`.
  @inline(__always)
  @MainActor func runOwnTask(_ work: @MainActor () async -> Void) async {
    ownTask = TaskReference()
    await withTaskCancellationHandler {
      await work()
    } onCancel: {
      clock.cancel(lastOwnSleep.load(ordering: .acquiring))
    }
    ownTask = nil
  }

  /// Records the number of a sleep that begins now, if the effect's own task calls this and the
  /// sleep is on the clock of the test store; returns whether both are true.
  ///
  /// Such a sleep needs no cancellation handler: the one in `runOwnTask` ends the sleep.
  @MainActor func beginOwnSleep(_ number: Int, on clock: TestClock) -> Bool {
    guard clock === self.clock, ownTask?.isCurrent == true else { return false }
    lastOwnSleep.store(number, ordering: .releasing)
    return true
  }

  /// The number of the lane's jobs that can run.
  var readyJobs: Int { readyCount.load(ordering: .acquiring) }

  /// Called by `ReadyJobs`, which collects the jobs.
  func changeReadyJobs(by change: Int) { readyCount.add(change, ordering: .releasing) }

  /// Whether a task of the lane sleeps on the clock of the test store.
  var isAsleep: Bool { sleeps > 0 }

  /// `sleepCount` at this moment.
  var sleeps: Int { sleepCount.load(ordering: .acquiring) }

  /// The effect's description in a failure: its name and source line.
  var label: String { "\(title ?? "run") (\(position))" }

  /// The effect's name in a trace.
  var shortLabel: String { "\(title ?? "effect") #\(number)" }

  /// The source line where the effect was made.
  var position: String { origin?.description ?? "" }

  /// Called by the Swift runtime, on any thread, for each job of the effect's tasks and of actors
  /// that they call.
  func enqueue(_ job: consuming ExecutorJob) {
    let task = isInOrder ? nil : job.taskNumber
    let kind = kind(ofJobOf: task)
    // A job without a number belongs to the child task that is running, and that yields.
    let child = kind == .child ? task ?? runningChild.load(ordering: .relaxed) : nil
    jobs.add(ReadyJob(job: UnownedJob(job), kind: kind, childTask: child, lane: self))
  }

  private func kind(ofJobOf task: UInt64?) -> ReadyJob.Kind {
    if isInOrder { return .own }
    // A job without a number belongs to an actor or, if a task is running, to a child task, which
    // enqueues the job in order to yield.
    guard let task else {
      return unsafe withUnsafeCurrentTask { unsafe $0 == nil } ? .actor : .child
    }
    // The first job of a lane starts the effect's own task.
    let own = ownTaskNumber.compareExchange(expected: 0, desired: task, ordering: .relaxed).original
    if own != 0, own != task { return .child }
    // If the own task enqueues a job while another of its jobs runs, it leaves the main actor.
    return isRunning.load(ordering: .relaxed) ? .leaving : .own
  }

  private var title: String? { name.map { "\"\(ValueLine.cut($0))\"" } }
}

/// Identifies a task while it runs.
///
/// `@safe` is sound: the stored task is only compared with the current one, never accessed.
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

/// Lives as long as any task of an effect, and is counted while it lives, so that the test store
/// knows whether an ended effect has an *orphaned* task: a task that outlives its effect.
///
/// `LaneExecutor` sets one token as the task-local value of each effect. The effect's own task and,
/// by inheritance, the tasks that it starts and does not await keep the token alive.
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

/// A job of a lane, which `JobList` collects: a piece of an effect that can run now.
struct ReadyJob: Sendable {
  /// What a job belongs to, and so where it would run in a program.
  enum Kind {
    /// The effect's own task, which runs on the main actor.
    case own
    /// The effect's own task, which has just called something outside the main actor, such as a
    /// sleep.
    case leaving
    /// A child task, which in a program runs on another thread and goes to the main actor to send.
    case child
    /// An actor that the effect calls; the call returns to the main actor through the main queue.
    case actor
  }

  let job: UnownedJob
  let kind: Kind
  /// The number of the child task; `nil` for other jobs.
  let childTask: UInt64?
  let lane: Lane

  /// Runs the job on the main thread.
  ///
  /// A job of the effect's own task runs as a part of the main actor, so that it need not suspend
  /// to call main-actor functions; any other job comes back to the main actor through the main
  /// queue, as in a program.
  @MainActor func run() {
    lane.isRunning.store(true, ordering: .relaxed)
    lane.runningChild.store(childTask ?? 0, ordering: .relaxed)
    defer { lane.isRunning.store(false, ordering: .relaxed) }
    // Safe, both calls: a lane makes exactly one `ReadyJob` for each job, and the code that takes
    // the `ReadyJob` out of the list runs the job once, on the main actor.
    switch kind {
    case .own, .leaving:
      unsafe job.runSynchronously(
        isolatedTo: MainActor.sharedUnownedExecutor,
        taskExecutor: lane.asUnownedTaskExecutor()
      )
    case .child, .actor: unsafe job.runSynchronously(on: lane.asUnownedTaskExecutor())
    }
  }
}
