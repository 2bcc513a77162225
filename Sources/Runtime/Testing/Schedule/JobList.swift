import Dispatch
import RatchetDependencies

/// The jobs of all lanes of one test store.
///
/// Jobs that become ready on the main queue can run; those from other threads are held, because when they
/// come is not up to the test.
final class JobList: Sendable {
  private struct Jobs {
    var ready: [ReadyJob] = []
    var held: [ReadyJob] = []
    var isClosed = false
  }

  private let jobs = Guarded(Jobs())

  func add(_ job: ReadyJob) {
    let isOnMainQueue = MainQueue.isCurrent
    let isClosed = jobs.withLock { jobs in
      if jobs.isClosed { return true }
      if isOnMainQueue {
        jobs.ready.append(job)
      } else {
        jobs.held.append(job)
      }
      return false
    }
    if isClosed { Self.runLater(job) }
  }

  /// Takes a job that can run, chosen by the random source.
  func next(_ random: inout RandomSource) -> ReadyJob? {
    jobs.withLock { jobs in
      guard !jobs.ready.isEmpty else { return nil }
      return jobs.ready.remove(at: random.index(below: jobs.ready.count))
    }
  }

  /// Takes the job that this lane added last.
  func takeLast(of lane: Lane) -> ReadyJob? {
    jobs.withLock { jobs in
      let index = jobs.ready.lastIndex { $0.lane === lane }
      return index.map { jobs.ready.remove(at: $0) }
    }
  }

  var isEmpty: Bool {
    jobs.withLock { $0.ready.isEmpty }
  }

  /// How many jobs other threads have made ready.
  var heldCount: Int {
    jobs.withLock { $0.held.count }
  }

  /// Leaves all jobs, now and later, to the main queue: there is no test store any more.
  func close() {
    let left = jobs.withLock { jobs in
      defer { jobs = Jobs(isClosed: true) }
      return jobs.ready + jobs.held
    }
    for job in left { Self.runLater(job) }
  }

  private static func runLater(_ job: ReadyJob) {
    DispatchQueue.main.async { MainActor.assumeIsolated { job.run() } }
  }
}
