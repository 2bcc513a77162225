import Synchronization

/// A one-time gate that suspends callers until it is opened.
///
/// A caller whose task is cancelled passes at once.
@MainActor package final class Gate {
  private var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
  private var next = 0
  private var isOpen = false

  package init() {}

  /// Lets all callers through, now and later.
  package func open() {
    isOpen = true
    let released = waiting
    waiting = [:]
    for ticket in released.keys.sorted() { released[ticket]?.resume() }
  }

  /// Returns when the gate is open or the calling task is cancelled.
  package func pass() async {
    // Work that is merely enqueued on the main actor opens the gate within a few rounds.
    for _ in 0..<4 {
      if isOpen { return }
      await MainActor.round()
    }
    next += 1
    let ticket = next
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if isOpen || Task.isCancelled { return continuation.resume() }
        waiting[ticket] = continuation
      }
    } onCancel: {
      Task { @MainActor in self.waiting.removeValue(forKey: ticket)?.resume() }
    }
  }
}

extension MainActor {
  /// Returns when everything enqueued on the main actor at the time of the call has run.
  ///
  /// The caller hops to another actor, whose executor runs the rest of the job on the spot, and
  /// that is to hop back to the end of the main actor's queue. So this is exactly one pass, first
  /// in, first out, without another thread; it takes half a microsecond, whereas suspending and
  /// resuming a task on an otherwise idle main actor takes ten or more. (h-poll: inlinable, 10 %.)
  @inlinable @MainActor package static func round() async {
    await Turn.shared.take()
  }
}

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

  /// A serial executor rather than a preferred one, which would have to be set and looked up
  /// (h-poll: 10 %).
  private final class InlineExecutor: SerialExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      // Safe: the job is consumed here, so it runs once; it was enqueued on this executor.
      unsafe job.runSynchronously(on: asUnownedSerialExecutor())
    }
  }
}

/// Counts cancelled effects whose operations have not returned, and waits for them with a limit.
///
/// They cannot send any more, so nothing depends on them except their own cleanup. An operation
/// that ignores cancellation must not block others forever.
@MainActor final class CancelledOperations {
  private(set) var count = 0
  private var gate: Gate?

  /// How long to wait for cancelled operations.
  static let timeLimit = Duration.seconds(1)

  func add() {
    count += 1
  }

  func remove() {
    count -= 1
    guard count == 0, let gate else { return }
    self.gate = nil
    gate.open()
  }

  /// Returns when all operations have returned, the time limit is over, or the calling task is
  /// cancelled.
  func wait() async {
    // An operation that responds to cancellation returns within a few hops to the main actor; these
    // rounds cost less than suspending.
    for _ in 0..<64 {
      if count == 0 { return }
      await MainActor.round()
    }
    let gate = self.gate ?? Gate()
    self.gate = gate
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await gate.pass() }
      group.addTask { try? await Task.sleep(for: Self.timeLimit) }
      await group.next()
      group.cancelAll()
    }
  }
}
