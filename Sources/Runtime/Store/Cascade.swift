/// All that follows from one action: its effects, the actions that these send, and so on.
@MainActor package final class Cascade {
  package let node: Ledger.Node
  /// Made when the first effect of the cascade is cancelled.
  private var unwinding: Unwinding?
  /// Given up when the cascade closes.
  private var inFlight: InFlight?
  private var gate: Gate?
  private var isClosed = false
  private(set) var isCancelled = false

  init(node: Ledger.Node, inFlight: InFlight) {
    self.node = node
    self.inFlight = inFlight
  }

  /// Whether nothing of it is left.
  package var isEmpty: Bool { isClosed }

  /// Whether there is nothing to wait for.
  var isOver: Bool { isClosed && unwinding == nil }

  /// Returns when nothing of the cascade is left, or the calling task is cancelled.
  package func finish() async {
    await waitUntilClosed()
    await unwinding?.wait()
  }

  /// As ``finish()``, but cancels what is left when the calling task is cancelled.
  func finishOrCancel() async {
    await waitUntilClosed()
    if Task.isCancelled { cancel() }
    await unwinding?.wait()
  }

  /// Returns when it is closed, or the calling task is cancelled.
  private func waitUntilClosed() async {
    if isClosed { return }
    let gate = self.gate ?? Gate()
    self.gate = gate
    await gate.pass()
  }

  package func cancel() {
    if isClosed || isCancelled { return }
    isCancelled = true
    inFlight?.cancel(self)
  }

  func beginUnwinding() {
    let unwinding = self.unwinding ?? Unwinding()
    self.unwinding = unwinding
    unwinding.begin()
  }

  func endUnwinding() {
    unwinding?.end()
  }

  func close() {
    isClosed = true
    inFlight = nil
    gate?.open()
  }
}
