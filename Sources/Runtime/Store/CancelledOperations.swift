import RatchetDependencies

/// Counts cancelled effects whose operations have not returned, and waits for them, within bounds.
///
/// They cannot send any more, so nothing depends on them but what they clean up. An operation that ignores
/// cancellation must not hold up everybody else for ever.
@MainActor final class CancelledOperations {
  private(set) var count = 0
  private var gate: Gate?

  /// How long a cancelled operation is waited for.
  static let patience = Duration.seconds(1)

  func begin() {
    count += 1
  }

  func end() {
    count -= 1
    guard count == 0, let gate else { return }
    self.gate = nil
    gate.open()
  }

  /// Returns when all have returned, after the time that they are given, or when the calling task is
  /// cancelled.
  func wait() async {
    // An operation that heeds cancellation returns while its thread changes to the main actor's: some
    // rounds, which cost less than going to sleep for it.
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
