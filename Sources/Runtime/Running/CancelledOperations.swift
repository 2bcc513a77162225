import RatchetDependencies

/// Counts cancelled effects whose operations have not returned, and waits for them for a limited
/// time.
///
/// Used by the effect registry, for all effects of a store, and by each cascade, for the effects
/// that follow from one action. `finish()` of either waits for effects to end, and then waits here.
/// Owns the gate that suspends waiting tasks. Do not call `remove` without an `add` before it.
///
/// A cancelled effect cannot send any more, so only its own cleanup is waited for. The time is
/// limited because an operation that ignores cancellation must not block the waiting tasks forever.
@MainActor package final class CancelledOperations {
  /// The number of cancelled effects whose operations have not returned.
  private(set) var count = 0
  /// Opens when the last operation has returned; `nil` while no task is suspended here.
  private var gate: Gate?

  /// Called when an effect that has started is cancelled.
  func add() {
    count += 1
  }

  /// Called when the operation of such an effect has returned.
  func remove() {
    count -= 1
    guard count == 0, let gate else { return }
    self.gate = nil
    gate.open()
  }

  /// Returns when all operations have returned, the time limit is over, or the calling task is
  /// cancelled.
  func wait() async {
    // Most operations return within a few passes through the main actor's queue
    // (`WaitLimits.swift`).
    for _ in 0..<Self.rounds where count > 0 { await MainActor.runQueue() }
    // Without an operation, nothing would open a gate.
    if count == 0 { return }
    let gate = self.gate ?? Gate()
    self.gate = gate
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await gate.pass() }
      group.addTask { try? await Task.sleep(for: Self.timeLimit.capped) }
      await group.next()
      group.cancelAll()
    }
  }

  /// Returns when all operations have returned or the time limit is over, whether or not the
  /// calling task is cancelled.
  ///
  /// - Parameter limit: The time limit; by default, the usual one of a store.
  func waitThoughCancelled(upTo limit: Duration? = nil) async {
    if count == 0 { return }
    await Self.$timeLimit.withValue(limit ?? Self.timeLimit) {
      await Task { await wait() }.value
    }
  }
}
