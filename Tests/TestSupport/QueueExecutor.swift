import Dispatch

/// Runs jobs on a queue of its own.
///
/// They need no thread of Swift's pool, which other tests may occupy.
package final class QueueExecutor: TaskExecutor {
  private static let key = DispatchSpecificKey<ObjectIdentifier>()
  private let queue = DispatchQueue(label: "test")

  package init() {
    queue.setSpecific(key: Self.key, value: ObjectIdentifier(self))
  }

  package var isCurrent: Bool { DispatchQueue.getSpecific(key: Self.key) == ObjectIdentifier(self) }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
