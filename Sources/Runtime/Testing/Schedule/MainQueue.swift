import Dispatch

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

  /// Returns when all that was in the queue at the time of the call has run.
  ///
  /// Its executor runs the rest of the caller on the spot, which puts it at the end of the main queue: one
  /// exact pass, first in, first out, through no other thread.
  @MainActor static func round() async {
    await withTaskExecutorPreference(InlineExecutor.shared) { @concurrent in await Task.yield() }
  }
}

private final class InlineExecutor: TaskExecutor {
  static let shared = InlineExecutor()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    unsafe job.runSynchronously(on: asUnownedTaskExecutor())
  }
}
