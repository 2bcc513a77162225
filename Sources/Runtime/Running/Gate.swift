import Synchronization

/// A one-time gate that suspends callers until it is opened.
///
/// Used where a task waits for something in a store: by `finish()`, until effects have ended, and
/// by an effect's `await send`, until a queued action has been reduced. Owns the continuations of
/// the suspended tasks. Do not open it before what they wait for is out of all tables of the store.
///
/// A caller whose task is cancelled passes at once.
@MainActor package final class Gate {
  /// The suspended callers, by their tickets.
  private var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
  /// The number of the last suspended call: each has a ticket with its number.
  private var lastTicket = 0
  private var isOpen = false

  package init() {}

  /// Resumes all callers, in the order of their calls; later callers are not suspended.
  package func open() {
    isOpen = true
    let released = waiting
    waiting = [:]
    for ticket in released.keys.sorted() { released[ticket]?.resume() }
  }

  /// Returns when the gate is open or the calling task is cancelled.
  package func pass() async {
    // Often the gate opens within a few passes through the main actor's queue (`WaitLimits.swift`).
    for _ in 0..<Self.rounds {
      if isOpen { return }
      await MainActor.runQueue()
    }
    lastTicket += 1
    let ticket = lastTicket
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
  /// The caller hops to the actor `Turn`, whose executor runs the job on the spot. All that the job
  /// does is to hop back, to the end of the main actor's queue. So this is exactly one pass through
  /// the queue, first in, first out, without another thread. It takes half a microsecond, whereas
  /// suspending and resuming a task on an otherwise idle main actor takes ten or more.
  @inlinable @MainActor package static func runQueue() async {
    await Turn.shared.take()
  }
}
