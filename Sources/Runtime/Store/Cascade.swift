/// All that follows from one action: its effects, the actions that these send, and so on.
@MainActor package final class Cascade {
  package let node: Ledger.Node
  /// Given up when the cascade closes.
  private var inFlight: InFlight?
  private var gate: Gate?
  private(set) var isClosed = false
  private(set) var isCancelled = false

  init(node: Ledger.Node, inFlight: InFlight) {
    self.node = node
    self.inFlight = inFlight
  }

  /// Returns when nothing of the cascade is left or the calling task is cancelled.
  package func finish() async {
    if isClosed { return }
    let gate = self.gate ?? Gate()
    self.gate = gate
    await gate.pass()
  }

  package var isEmpty: Bool { isClosed }

  package func cancel() {
    if isClosed || isCancelled { return }
    isCancelled = true
    inFlight?.cancel(self)
  }

  func close() {
    isClosed = true
    inFlight = nil
    gate?.open()
  }
}
