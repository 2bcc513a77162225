import Dispatch
import RatchetDependencies
import Synchronization

/// Collects the jobs of all effects of one test store until the schedule lets each of them run.
///
/// A *job* is a piece of an effect's task that runs without suspending; a *lane* is the executor of
/// one effect. Jobs that become ready on the main queue can run. Jobs from other threads are held
/// until a *real-time window* (`TestStore.waiting(upTo:)`) opens, because the test does not decide
/// when they arrive.
///
/// Used by lanes, which add jobs from any thread, and by `LaneExecutor`, which takes and runs them.
/// Owns the jobs. Do not take a job without running it: its task would never continue.
final class JobList: Sendable {
  /// How jobs from other threads are admitted.
  private enum Admission {
    /// Jobs are held. Becomes `open` when a window opens, `closed` at the end.
    case held
    /// Jobs can run, and the signal is opened when a job arrives. Becomes `held` when the window
    /// closes, `closed` at the end.
    case open(LaneSignal?)
    /// The test store has been released: jobs run on the main queue. The last state.
    case closed
  }

  /// What to do after adding a job.
  private enum Addition {
    /// The job can run: open the signal.
    case ready(LaneSignal?)
    /// The job is held: do nothing.
    case held
    /// The list is closed: run the job on the main queue.
    case closed
  }

  /// The jobs that other threads have added, and whether they can run; guarded by a lock.
  private struct OtherThreads {
    var admission = Admission.held
    var jobs: [ReadyJob] = []

    mutating func accept(_ job: ReadyJob) -> Addition {
      switch admission {
      case .held:
        jobs.append(job)
        return .held
      case .open(let arrivalSignal):
        jobs.append(job)
        admission = .open(nil)
        return .ready(arrivalSignal)
      case .closed:
        return .closed
      }
    }
  }

  /// The jobs that can run; used only on the main queue, without a lock.
  private struct MainQueueJobs {
    var ready = ReadyJobs()
    /// Opened when a job becomes ready, which resumes the task that waits in `arrival(before:)`;
    /// the admission `open` has the same signal, for jobs from other threads.
    var arrivalSignal: LaneSignal?
    /// Whether the admission is `closed`; a copy, because reading the admission takes a lock.
    var isClosed = false

    mutating func accept(_ job: ReadyJob, after arrived: [ReadyJob]?) -> Addition {
      if isClosed { return .closed }
      if let arrived { ready.append(arrived) }
      ready.append(job)
      // Usually there is no signal, and nothing to exchange.
      return .ready(arrivalSignal == nil ? nil : arrivalSignal.take())
    }
  }

  private let others = Locked(OtherThreads())
  /// Whether jobs from other threads can run and must be moved to `mainQueueJobs`; atomic, so that
  /// the check takes no lock.
  private let hasArrivals = Atomic(false)
  /// Safe: only `mainQueue`, which is isolated to the main actor, and `addOnMainQueue`, which is
  /// called while the main queue is current, use the variable.
  nonisolated(unsafe) private var mainQueueJobs = MainQueueJobs()

  @MainActor private var mainQueue: MainQueueJobs {
    // Safe: see `mainQueueJobs`.
    _read { yield unsafe mainQueueJobs }
    _modify { yield unsafe &mainQueueJobs }
  }

  /// Adds a job that is ready; called on any thread.
  func add(_ job: ReadyJob) {
    if MainQueue.isCurrent { addOnMainQueue(job) } else { addFromOtherThread(job) }
  }

  private func addOnMainQueue(_ job: ReadyJob) {
    let arrived = takeArrivals()
    // Safe: see `mainQueueJobs`.
    switch unsafe mainQueueJobs.accept(job, after: arrived) {
    case .ready(let arrivalSignal): arrivalSignal?.open()
    case .held: break
    case .closed: Self.runLater(job)
    }
  }

  private func addFromOtherThread(_ job: ReadyJob) {
    let addition = others.withLock { others in
      let addition = others.accept(job)
      if case .ready = addition { hasArrivals.store(true, ordering: .releasing) }
      return addition
    }
    switch addition {
    case .ready(let arrivalSignal): arrivalSignal?.open()
    case .held: break
    case .closed: Self.runLater(job)
    }
  }

  /// The jobs from other threads that have become runnable; `nil` if there are none.
  private func takeArrivals() -> [ReadyJob]? {
    hasArrivals.load(ordering: .acquiring) ? takeFromOtherThreads() : nil
  }

  private func takeFromOtherThreads() -> [ReadyJob] {
    others.withLock { others in
      hasArrivals.store(false, ordering: .relaxed)
      return exchange(&others.jobs, with: [])
    }
  }

  // MARK: - Ready jobs

  /// The jobs that can run.
  ///
  /// Do not keep the returned value while taking a job: all jobs would be copied.
  @MainActor var ready: ReadyJobs {
    if let arrived = takeArrivals() { mainQueue.ready.append(arrived) }
    return mainQueue.ready
  }

  /// How many jobs can run.
  @MainActor var count: Int { ready.count }

  @MainActor var isEmpty: Bool { count == 0 }

  /// Takes a ready job; the others keep their order.
  @MainActor func take(at position: Int) -> ReadyJob? {
    mainQueue.ready.take(at: position)
  }

  /// Takes the job that a lane added last; returns `nil` if none of its jobs is ready.
  @MainActor func takeLast(of lane: Lane) -> ReadyJob? {
    count == 0 ? nil : mainQueue.ready.takeLast(of: lane)
  }

  /// Whether a job of a lane can run.
  @MainActor func isReady(_ lane: Lane) -> Bool {
    // Reading `count` first moves arrived jobs to the ready ones, which `readyJobs` counts.
    count > 0 && lane.readyJobs > 0
  }

  /// The number of a lane's held jobs.
  func heldCount(of lane: Lane) -> Int {
    others.withLock { others in
      guard case .held = others.admission else { return 0 }
      return others.jobs.count { $0.lane === lane }
    }
  }

  // MARK: - Real time

  /// Lets jobs from other threads run, including held ones.
  @MainActor func openRealTimeWindow() {
    admit(.open(mainQueue.arrivalSignal))
  }

  /// Holds the jobs that other threads add from now on.
  @MainActor func closeRealTimeWindow() {
    admit(.held)
  }

  /// Changes the admission of jobs from other threads; jobs that have already arrived can run.
  @MainActor private func admit(_ admission: Admission) {
    others.withLock { $0.admission = admission }
    mainQueue.ready.append(takeFromOtherThreads())
  }

  /// Waits until a job can run or an effect has sent an action; returns false if neither happens
  /// before the deadline.
  ///
  /// If the calling task is already cancelled, or the deadline has passed, returns at once whether
  /// a job is ready. If the task is cancelled while it waits, returns false.
  @MainActor func arrival(before deadline: ContinuousClock.Instant) async -> Bool {
    if Task.isCancelled || ContinuousClock.now >= deadline { return !isEmpty }
    let arrivalSignal = LaneSignal()
    setArrivalSignal(arrivalSignal)
    let timer = Task {
      try? await Task.sleep(until: deadline, clock: .continuous)
      arrivalSignal.open()
    }
    await withTaskCancellationHandler {
      await arrivalSignal.wait()
    } onCancel: {
      arrivalSignal.open()
    }
    timer.cancel()
    setArrivalSignal(nil)
    return !Task.isCancelled && (ContinuousClock.now < deadline || !isEmpty)
  }

  /// Resumes the task that waits in `arrival(before:)`: a job or an action has arrived.
  @MainActor func notifyArrival() {
    mainQueue.arrivalSignal.take()?.open()
  }

  /// Sets the signal that is opened when a job can run; opens it at once if one already can.
  @MainActor private func setArrivalSignal(_ arrivalSignal: LaneSignal?) {
    mainQueue.arrivalSignal = arrivalSignal
    others.withLock { others in
      if case .open = others.admission { others.admission = .open(arrivalSignal) }
    }
    if !isEmpty { notifyArrival() }
  }

  // MARK: - The end

  /// Runs all jobs, those in the list and those added later, on the main queue: the test store is
  /// released, and its schedule runs no more jobs.
  @MainActor func close() {
    admit(.closed)
    mainQueue.isClosed = true
    for job in exchange(&mainQueue.ready, with: ReadyJobs()).all { Self.runLater(job) }
  }

  private static func runLater(_ job: ReadyJob) {
    DispatchQueue.main.async { MainActor.assumeIsolated { job.run() } }
  }
}

/// Tells code that is isolated to no actor whether it runs on the main actor's queue.
enum MainQueue {
  private static let key = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// Whether the calling code runs on the main actor's queue.
  static var isCurrent: Bool {
    DispatchQueue.getSpecific(key: key) == true
  }
}
