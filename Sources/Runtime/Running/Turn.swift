/// Lets `MainActor.runQueue()`, its only user, make one pass through the main actor's queue.
///
/// The jobs of this actor run on the spot, on the thread that enqueues them. So a call from the
/// main actor does nothing but hop back, to the end of the main actor's queue.
@usableFromInline package actor Turn {
  @usableFromInline static let shared = Turn()

  private let executor = InlineExecutor()
  /// Changed by `take`: without this effect, the optimizer would remove both hops of a call.
  private var count = 0

  @usableFromInline package nonisolated var unownedExecutor: UnownedSerialExecutor {
    // Safe: the actor owns its executor and is never released.
    unsafe executor.asUnownedSerialExecutor()
  }

  /// Called from the main actor only: that serializes the calls, which the executor does not do.
  @usableFromInline func take() {
    count &+= 1
  }

  /// The actor's own executor instead of a preferred executor of the task, which would have to be
  /// set and looked up for each call.
  private final class InlineExecutor: SerialExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      // Safe: the job is consumed here, so it runs once; it was enqueued on this executor.
      unsafe job.runSynchronously(on: asUnownedSerialExecutor())
    }
  }
}
