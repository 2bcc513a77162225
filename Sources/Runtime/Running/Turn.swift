/// An actor whose jobs run where they are enqueued.
@usableFromInline package actor Turn {
  @usableFromInline static let shared = Turn()

  private let executor = InlineExecutor()
  /// A side effect, without which the optimizer removes both hops.
  private var count = 0

  @usableFromInline package nonisolated var unownedExecutor: UnownedSerialExecutor {
    // Safe: the actor owns its executor and is never released.
    unsafe executor.asUnownedSerialExecutor()
  }

  /// Called from the main actor only, which serializes the calls, as an actor must.
  @usableFromInline func take() {
    count &+= 1
  }

  /// A serial executor rather than a preferred one, which would have to be set and looked up.
  private final class InlineExecutor: SerialExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      // Safe: the job is consumed here, so it runs once; it was enqueued on this executor.
      unsafe job.runSynchronously(on: asUnownedSerialExecutor())
    }
  }
}
