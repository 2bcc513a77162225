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
