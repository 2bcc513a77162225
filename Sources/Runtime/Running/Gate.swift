import Synchronization

/// A one-time gate that suspends callers until it is opened.
///
/// Used by whoever waits for an end in the store. Owns the continuations of those who wait. Do not
/// open it before what they wait for is out of all tables.
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
  /// resuming a task on an otherwise idle main actor takes ten or more.
  @inlinable @MainActor package static func round() async {
    await Turn.shared.take()
  }
}
