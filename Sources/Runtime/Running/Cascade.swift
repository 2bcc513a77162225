/// Waits for, or cancels, everything that follows from one action: its effects, the actions that
/// these effects send, and so on.
///
/// The effects of a subscription have a cascade, too; the actions that they send begin cascades of
/// their own.
///
/// Used by the effect registry and by `StoreTask`, the handle that `Store.send` returns. Owns the
/// gate that suspends the tasks that wait for the end. Do not use a cascade after it has ended,
/// unless the registry reopens it.
@MainActor package final class Cascade {
  /// The cascade's entry in the ledger.
  package private(set) var node: Ledger.Node
  package let isSubscription: Bool
  /// The id under which the state declares the subscription, if any.
  let subscriptionID: AnyID?
  /// Counts cancelled effects whose operations have not returned; made when the first effect of the
  /// cascade is cancelled.
  private var cancelledOperations: CancelledOperations?
  /// `nil` when nothing of the cascade is left.
  private var registry: EffectRegistry?
  private var gate: Gate?
  private(set) var isCancelled = false
  /// The first error that an operation threw and no `catch:` took.
  private(set) var failure: (any Error)?

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

  /// Whether nothing of the cascade is left, and all operations of cancelled effects have returned.
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
    await cancelledOperations?.waitThoughCancelled()
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

  /// Called by the registry when it cancels an effect of the cascade that has started.
  func addCancelledOperation() {
    let operations = cancelledOperations ?? CancelledOperations()
    cancelledOperations = operations
    operations.add()
  }

  /// Called by the registry when the operation of such an effect has returned.
  func removeCancelledOperation() {
    cancelledOperations?.remove()
  }

  /// Makes this object the cascade of another action, which saves an allocation; called once the
  /// cascade has ended and nothing else refers to the object.
  func reopen(_ node: Ledger.Node, in registry: EffectRegistry) {
    self.node = node
    self.registry = registry
    gate = nil
    isCancelled = false
    failure = nil
  }

  /// Records an error that no `catch:` took.
  func fail(_ error: any Error) {
    if failure == nil { failure = error }
  }

  /// Records that nothing of the cascade is left.
  func close() {
    registry = nil
    gate?.open()
  }
}
