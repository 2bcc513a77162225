/// Everything that follows from one action: its effects, the actions that these send, and so on; or
/// the effects of one subscription, whose actions begin cascades of their own.
///
/// Used by the registry and by handles of actions. Owns the gate of those who wait for it. Do not
/// use it again after it has ended, unless the registry reopens it.
@MainActor package final class Cascade {
  package private(set) var node: Ledger.Node
  package let isSubscription: Bool
  /// The id that the state declares, if any.
  let subscriptionID: AnyID?
  /// Made when the first effect of the cascade is cancelled.
  private var cancelledOperations: CancelledOperations?
  /// `nil` when nothing of the cascade is left.
  private var registry: EffectRegistry?
  private var gate: Gate?
  private(set) var isCancelled = false

  init(node: Ledger.Node, registry: EffectRegistry) {
    self.node = node
    self.registry = registry
    isSubscription = false
    subscriptionID = nil
  }

  init(subscription node: Ledger.Node, id: AnyID?, registry: EffectRegistry) {
    self.node = node
    self.registry = registry
    isSubscription = true
    subscriptionID = id
  }

  /// Whether nothing of the cascade is left.
  package var isEmpty: Bool { registry == nil }

  /// Whether there is nothing to wait for.
  var hasEnded: Bool { isEmpty && (cancelledOperations?.count ?? 0) == 0 }

  /// Returns when nothing of the cascade is left, or the calling task is cancelled.
  package func finish() async {
    await waitUntilEmpty()
    await cancelledOperations?.wait()
  }

  /// Like ``finish()``, but cancels what is left when the calling task is cancelled.
  func finishOrCancel() async {
    await waitUntilEmpty()
    if Task.isCancelled { cancel() }
    await cancelledOperations?.wait()
  }

  private func waitUntilEmpty() async {
    if isEmpty { return }
    let gate = self.gate ?? Gate()
    self.gate = gate
    await gate.pass()
  }

  package func cancel() {
    guard let registry, !isCancelled else { return }
    isCancelled = true
    registry.cancel(self)
  }

  func addCancelledOperation() {
    let operations = cancelledOperations ?? CancelledOperations()
    cancelledOperations = operations
    operations.add()
  }

  func removeCancelledOperation() {
    cancelledOperations?.remove()
  }

  /// Takes the place of a new object, once this one has ended and nothing else refers to it.
  func reopen(_ node: Ledger.Node, in registry: EffectRegistry) {
    self.node = node
    self.registry = registry
    gate = nil
    isCancelled = false
  }

  /// Records that nothing of the cascade is left.
  func close() {
    registry = nil
    gate?.open()
  }
}
