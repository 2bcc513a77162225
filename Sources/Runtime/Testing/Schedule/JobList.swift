import Dispatch
import RatchetDependencies
import Synchronization

/// The jobs of all lanes of one test store.
///
/// Jobs that become ready on the main queue can run. Jobs from other threads are held until a
/// real-time window opens, because the test does not decide when they arrive.
final class JobList: Sendable {
  /// How jobs from other threads are admitted.
  private enum Admission {
    /// They are held. Becomes `open` when a window opens, `closed` at the end.
    case held
    /// They can run, and the signal is opened when one arrives. Becomes `held` when the window
    /// closes, `closed` at the end.
    case open(LaneSignal?)
    /// The test store has been released: they run on the main queue. The last state.
    case closed
  }

  /// What to do after adding a job.
  private enum Addition {
    /// It can run; open the signal.
    case ready(LaneSignal?)
    /// It is held.
    case held
    /// The list is closed: run it on the main queue.
    case closed
  }

  /// The part for all threads.
  private struct OtherThreads {
    var admission = Admission.held
    var jobs: [ReadyJob] = []

    mutating func add(_ job: ReadyJob) -> Addition {
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

  /// The part for the main queue.
  private struct MainQueueJobs {
    var ready = ReadyJobs()
    /// Opened when a job becomes ready.
    var arrivalSignal: LaneSignal?
    var isClosed = false

    mutating func add(_ job: ReadyJob, after arrived: [ReadyJob]?) -> Addition {
      if isClosed { return .closed }
      if let arrived { ready.append(arrived) }
      ready.append(job)
      // Usually there is no signal to take.
      return .ready(arrivalSignal == nil ? nil : arrivalSignal.take())
    }
  }

  private let others = Locked(OtherThreads())
  /// Whether jobs from other threads can run and must be moved to the main queue's; to ask takes
  /// no lock.
  private let hasArrivals = Atomic(false)
  /// Safe: it is used only on the main queue, by `mainQueue`, which is isolated to the main actor,
  /// and by `addOnMainQueue`, which is called while that queue is current.
  nonisolated(unsafe) private var mainQueueJobs = MainQueueJobs()

  @MainActor private var mainQueue: MainQueueJobs {
    // Safe: see `mainQueueJobs`.
    _read { yield unsafe mainQueueJobs }
    _modify { yield unsafe &mainQueueJobs }
  }

  func add(_ job: ReadyJob) {
    if MainQueue.isCurrent { addOnMainQueue(job) } else { addFromOtherThread(job) }
  }

  private func addOnMainQueue(_ job: ReadyJob) {
    let arrived = takeArrivals()
    // Safe: see `mainQueueJobs`.
    switch unsafe mainQueueJobs.add(job, after: arrived) {
    case .ready(let arrivalSignal): arrivalSignal?.open()
    case .held: break
    case .closed: Self.runLater(job)
    }
  }

  private func addFromOtherThread(_ job: ReadyJob) {
    let addition = others.withLock { others in
      let addition = others.add(job)
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
  /// Do not keep it while taking a job: that would copy the jobs.
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

  /// Takes the job that a lane added last.
  @MainActor func takeLast(of lane: Lane) -> ReadyJob? {
    count == 0 ? nil : mainQueue.ready.takeLast(of: lane)
  }

  /// Whether a job of a lane can run.
  @MainActor func isReady(_ lane: Lane) -> Bool {
    count > 0 && mainQueue.ready.contains(lane)
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

  @MainActor func closeRealTimeWindow() {
    admit(.held)
  }

  /// Changes the admission of jobs from other threads; those that have already arrived can run.
  @MainActor private func admit(_ admission: Admission) {
    others.withLock { $0.admission = admission }
    mainQueue.ready.append(takeFromOtherThreads())
  }

  /// Returns when a job can run or an effect has sent an action; false if neither happens in time.
  ///
  /// Returns false early when the calling task is cancelled.
  @MainActor func arrival(before deadline: ContinuousClock.Instant) async -> Bool {
    if Task.isCancelled || ContinuousClock.now >= deadline { return !isEmpty }
    let arrivalSignal = LaneSignal()
    notifyArrival(to: arrivalSignal)
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
    notifyArrival(to: nil)
    return !Task.isCancelled && (ContinuousClock.now < deadline || !isEmpty)
  }

  /// Notifies a waiting task that something has arrived.
  @MainActor func notifyArrival() {
    mainQueue.arrivalSignal.take()?.open()
  }

  /// Sets the signal to open when a job can run, which may be at once.
  @MainActor private func notifyArrival(to arrivalSignal: LaneSignal?) {
    mainQueue.arrivalSignal = arrivalSignal
    others.withLock { others in
      if case .open = others.admission { others.admission = .open(arrivalSignal) }
    }
    if !isEmpty { notifyArrival() }
  }

  // MARK: - The end

  /// Leaves all jobs, now and later, to the main queue, because the test store is released.
  @MainActor func close() {
    admit(.closed)
    mainQueue.isClosed = true
    for job in exchange(&mainQueue.ready, with: ReadyJobs()).all { Self.runLater(job) }
  }

  private static func runLater(_ job: ReadyJob) {
    DispatchQueue.main.async { MainActor.assumeIsolated { job.run() } }
  }
}

/// The main actor's queue.
enum MainQueue {
  private static let key = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// Whether the calling code runs on it.
  static var isCurrent: Bool {
    DispatchQueue.getSpecific(key: key) == true
  }
}
