/// All that follows from one action: its effects, the actions that these send, and so on.
@MainActor package final class Cascade {
  package let node: Ledger.Node
  /// Made when the first effect of the cascade is cancelled.
  private var cancelledOperations: CancelledOperations?
  /// Given up when the cascade closes.
  private var registry: EffectRegistry?
  private var gate: Gate?
  private var isClosed = false
  private(set) var isCancelled = false

  init(node: Ledger.Node, registry: EffectRegistry) {
    self.node = node
    self.registry = registry
  }

  /// Whether nothing of it is left.
  package var isEmpty: Bool { isClosed }

  /// Whether there is nothing to wait for.
  var isOver: Bool { isClosed && cancelledOperations == nil }

  /// Returns when nothing of the cascade is left, or the calling task is cancelled.
  package func finish() async {
    await waitUntilClosed()
    await cancelledOperations?.wait()
  }

  /// As ``finish()``, but cancels what is left when the calling task is cancelled.
  func finishOrCancel() async {
    await waitUntilClosed()
    if Task.isCancelled { cancel() }
    await cancelledOperations?.wait()
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
    registry?.cancel(self)
  }

  func operationWasCancelled() {
    let cancelledOperations = self.cancelledOperations ?? CancelledOperations()
    self.cancelledOperations = cancelledOperations
    cancelledOperations.begin()
  }

  func operationReturned() {
    cancelledOperations?.end()
  }

  func close() {
    isClosed = true
    registry = nil
    gate?.open()
  }
}
