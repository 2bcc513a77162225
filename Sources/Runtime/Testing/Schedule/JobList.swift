import Dispatch
import RatchetDependencies

/// The jobs of all lanes of one test store.
///
/// Jobs that become ready on the main queue can run; those from other threads are held until the door is
/// opened, because when they come is not up to the test.
final class JobList: Sendable {
  private struct Jobs {
    var ready = ReadyJobs()
    var held: [ReadyJob] = []
    /// Jobs from other threads can run, too.
    var isDoorOpen = false
    var isClosed = false
    /// Opened when something arrives.
    var bell: LaneSignal?

    mutating func takeBell() -> LaneSignal? { bell.take() }
  }

  private let jobs = Locked(Jobs())

  func add(_ job: ReadyJob) {
    let isOnMainQueue = MainQueue.isCurrent
    let (isClosed, bell) = jobs.withLock { jobs -> (Bool, LaneSignal?) in
      if jobs.isClosed { return (true, nil) }
      if isOnMainQueue || jobs.isDoorOpen {
        jobs.ready.append(job)
        return (false, jobs.takeBell())
      }
      jobs.held.append(job)
      return (false, nil)
    }
    bell?.open()
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

  /// How many jobs of a lane other threads have made ready while the door was shut.
  func heldCount(of lane: Lane) -> Int {
    jobs.withLock { jobs in jobs.held.count { $0.lane === lane } }
  }

  // MARK: - The door

  /// Lets jobs that other threads make ready run, also those that are held.
  func openDoor() {
    jobs.withLock { jobs in
      jobs.isDoorOpen = true
      for job in jobs.held { jobs.ready.append(job) }
      jobs.held = []
    }
  }

  func shutDoor() {
    jobs.withLock { $0.isDoorOpen = false }
  }

  /// Opens a signal as soon as a job can run, which may be at once.
  func ring(_ bell: LaneSignal?) {
    let isDue = jobs.withLock { jobs in
      jobs.bell = jobs.ready.isEmpty ? bell : nil
      return !jobs.ready.isEmpty
    }
    if isDue { bell?.open() }
  }

  /// Opens the signal that waits for something to arrive.
  func ring() {
    jobs.withLock { $0.takeBell() }?.open()
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
