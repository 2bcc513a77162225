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
    let released = waiting.sorted { $0.key < $1.key }
    waiting = [:]
    for (_, continuation) in released { continuation.resume() }
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
