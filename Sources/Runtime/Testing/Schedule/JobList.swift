import Dispatch
import RatchetDependencies

/// The jobs of all lanes of one test store.
///
/// Jobs that become ready on the main queue can run; those from other threads are held until the real-time window is
/// opened, because when they come is not up to the test.
final class JobList: Sendable {
  private struct Jobs {
    var ready = ReadyJobs()
    var held: [ReadyJob] = []
    /// Jobs from other threads can run, too.
    var isRealTimeWindowOpen = false
    var isClosed = false
    /// Opened when something arrives.
    var arrivalSignal: LaneSignal?

    mutating func takeArrivalSignal() -> LaneSignal? { arrivalSignal.take() }
  }

  private let jobs = Locked(Jobs())

  func add(_ job: ReadyJob) {
    let isOnMainQueue = MainQueue.isCurrent
    let (isClosed, arrivalSignal) = jobs.withLock { jobs -> (Bool, LaneSignal?) in
      if jobs.isClosed { return (true, nil) }
      if isOnMainQueue || jobs.isRealTimeWindowOpen {
        jobs.ready.append(job)
        return (false, jobs.takeArrivalSignal())
      }
      jobs.held.append(job)
      return (false, nil)
    }
    arrivalSignal?.open()
    if isClosed { Self.runLater(job) }
  }

  /// Takes a job that can run, chosen by the random source.
  func next(_ random: inout RandomSource) -> ReadyJob? {
    jobs.withLock { jobs in
      jobs.ready.isEmpty ? nil : jobs.ready.take(at: random.index(below: jobs.ready.count))
    }
  }

  /// Takes the job that this lane added last.
  func takeLast(of lane: Lane) -> ReadyJob? {
    jobs.withLock { $0.ready.takeLast(of: lane) }
  }

  var isEmpty: Bool {
    jobs.withLock { $0.ready.isEmpty }
  }

  /// Whether a job of a lane can run.
  func isReady(_ lane: Lane) -> Bool {
    jobs.withLock { $0.ready.contains(lane) }
  }

  /// How many jobs of a lane other threads have made ready while the real-time window was closed.
  func heldCount(of lane: Lane) -> Int {
    jobs.withLock { jobs in jobs.held.count { $0.lane === lane } }
  }

  // MARK: - Real time

  /// Lets jobs that other threads make ready run, also those that are held.
  func openRealTimeWindow() {
    jobs.withLock { jobs in
      jobs.isRealTimeWindowOpen = true
      for job in jobs.held { jobs.ready.append(job) }
      jobs.held = []
    }
  }

  func closeRealTimeWindow() {
    jobs.withLock { $0.isRealTimeWindowOpen = false }
  }

  /// Opens a signal as soon as a job can run, which may be at once.
  func notifyArrival(to arrivalSignal: LaneSignal?) {
    let isDue = jobs.withLock { jobs in
      jobs.arrivalSignal = jobs.ready.isEmpty ? arrivalSignal : nil
      return !jobs.ready.isEmpty
    }
    if isDue { arrivalSignal?.open() }
  }

  /// Opens the signal that waits for something to arrive.
  func notifyArrival() {
    jobs.withLock { $0.takeArrivalSignal() }?.open()
  }

  // MARK: - The end

  /// Leaves all jobs, now and later, to the main queue: there is no test store any more.
  func close() {
    let left = jobs.withLock { jobs in
      defer { jobs = Jobs(isClosed: true) }
      return jobs.ready.all + jobs.held
    }
    for job in left { Self.runLater(job) }
  }

  private static func runLater(_ job: ReadyJob) {
    DispatchQueue.main.async { MainActor.assumeIsolated { job.run() } }
  }
}
