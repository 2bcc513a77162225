/// Waits for, or cancels, everything that follows from one action: its effects, the actions that
/// these effects send, and so on.
///
/// The effects of a subscription have a cascade, too; the actions that they send begin cascades of
/// their own.
///
/// Used by the effect registry and by `StoreTask`, the handle that `Store.send` returns. Owns the
/// count of its cancelled operations. Do not use a cascade after it has ended.
@MainActor package final class Cascade: InFlight {
  /// The id under which the state declares the subscription, if any.
  let subscriptionID: AnyID?
  /// How many callers keep it open, as for a queued action.
  var holds = 1
  /// Counts cancelled effects whose operations have not returned; made when the first effect of the
  /// cascade is cancelled.
  private var cancelledOperations: CancelledOperations?
  /// `nil` when nothing of the cascade is left.
  private var registry: EffectRegistry?
  private(set) var isCancelled = false
  /// The first error that an operation threw and no `catch:` took.
  private(set) var failure: (any Error)?

  init(_ serial: Int, in registry: EffectRegistry, subscription id: AnyID??) {
    self.registry = registry
    subscriptionID = id ?? nil
    super.init(cascade: serial, in: registry.root, isSubscription: id != nil)
  }

  /// Whether nothing of the cascade is left.
  package override var isEmpty: Bool { registry == nil }

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

  package func cancel() {
    guard let registry, !isCancelled else { return }
    isCancelled = true
    registry.cancel(self)
  }

  /// Makes this the cascade of another action; called once it has ended, if nothing refers to it.
  func reopen(_ serial: Int, in registry: EffectRegistry) {
    renew(serial)
    self.registry = registry
    holds = 1
    (cancelledOperations, isCancelled, failure) = (nil, false, nil)
  }

  /// Records that nothing of the cascade is left.
  func close() {
    if let registry { markEnded(in: registry.root) }
    registry = nil
    openGate()
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

  /// Records an error that no `catch:` took.
  func fail(_ error: any Error) {
    if failure == nil { failure = error }
  }
}
