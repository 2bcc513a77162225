import Synchronization

/// Holds callers until it is opened, once.
///
/// A caller whose task is cancelled passes at once.
@MainActor package final class Gate {
  private var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
  private var next = 0
  private var isOpen = false

  package init() {}

  /// Lets all through, now and later.
  package func open() {
    isOpen = true
    let released = waiting
    waiting = [:]
    for ticket in released.keys.sorted() { released[ticket]?.resume() }
  }

  /// Returns when the gate is open or the calling task is cancelled.
  package func pass() async {
    // What is only waiting for its turn on the main actor opens the gate within some rounds.
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
  /// Returns when all that was enqueued on the main actor at the time of the call has run.
  ///
  /// The caller goes to another actor, whose executor runs the rest of it on the spot, and that is
  /// to go back to the main actor: at the end of its queue. So this is one exact pass, first in,
  /// first out, through no other thread; it takes half a microsecond, while a task that suspends
  /// until it is resumed, with nothing else to do on the main actor, takes ten or more. (h-poll:
  /// inlinable, 10 %.)
  @inlinable @MainActor package static func round() async {
    await Turn.shared.take()
  }
}

/// An actor whose jobs run at once, where they are enqueued.
@usableFromInline package actor Turn {
  @usableFromInline static let shared = Turn()

  private let executor = InlineExecutor()
  /// Without a side effect the optimizer removes the way there and back.
  private var count = 0

  @usableFromInline package nonisolated var unownedExecutor: UnownedSerialExecutor {
    // Safe: the actor owns its executor, and is never released.
    unsafe executor.asUnownedSerialExecutor()
  }

  /// Called from the main actor only, which makes the calls one after the other, as an actor must.
  @usableFromInline func take() {
    count &+= 1
  }

  /// A serial executor and not a preferred one: a preference would have to be set and looked up
  /// (h-poll: 10 %).
  private final class InlineExecutor: SerialExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      // Safe: the job is consumed here, so it runs once; it is one of those that were given to this
      // executor.
      unsafe job.runSynchronously(on: asUnownedSerialExecutor())
    }
  }
}

/// Counts cancelled effects whose operations have not returned, and waits for them, within bounds.
///
/// They cannot send any more, so nothing depends on them but what they clean up. An operation that
/// ignores cancellation must not hold up everybody else for ever.
@MainActor final class CancelledOperations {
  private(set) var count = 0
  private var gate: Gate?

  /// How long a cancelled operation is waited for.
  static let patience = Duration.seconds(1)

  func add() {
    count += 1
  }

  func remove() {
    count -= 1
    guard count == 0, let gate else { return }
    self.gate = nil
    gate.open()
  }

  /// Returns when all have returned, after the time that they are given, or when the calling task
  /// is cancelled.
  func wait() async {
    // An operation that heeds cancellation returns while its thread changes to the main actor's:
    // some rounds, which cost less than going to sleep for it.
    for _ in 0..<64 {
      if count == 0 { return }
      await MainActor.round()
    }
    let gate = self.gate ?? Gate()
    self.gate = gate
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await gate.pass() }
      group.addTask { try? await Task.sleep(for: Self.patience) }
      await group.next()
      group.cancelAll()
    }
  }
}
