/// Everything that follows from one action sent from outside: its effects, the actions that these
/// effects send, and so on.
///
/// A caller can wait for its end, or cancel it. The effects of a subscription have a cascade, too;
/// the actions that they send begin cascades of their own.
///
/// Used by the effect registry and by `StoreTask`, the handle that `Store.send` returns. Owns the
/// count of its cancelled operations. Do not add effects to a cascade after it has closed: the
/// registry closes it when it has no members and no holds.
@MainActor package final class Cascade: InFlight {
  /// The id under which the state declares the subscription; `nil` for a subscription without an id
  /// and for an action.
  let subscriptionID: AnyID?
  /// The number of holds, each of which keeps it open: one for each of its queued actions, and one
  /// while effects are registered in it.
  var holds = 1
  /// Counts cancelled effects whose operations have not returned; made when the first effect of the
  /// cascade is cancelled.
  private var cancelledOperations: CancelledOperations?
  /// The registry of its effects, until it closes.
  private var registry: EffectRegistry?
  private(set) var isCancelled = false
  /// The first error that an operation threw and no `catch:` took.
  private(set) var failure: (any Error)?

  /// Makes a cascade of an action or, if `id` is given, of a subscription; `.some(nil)` is that of
  /// a subscription without an id.
  init(_ serial: Int, in registry: EffectRegistry, subscription id: AnyID??) {
    self.registry = registry
    subscriptionID = id ?? nil
    super.init(cascade: serial, in: registry.root, isSubscription: id != nil)
  }

  /// Whether it has closed: nothing of it is left.
  package override var isEmpty: Bool { registry == nil }

  /// Whether it has closed, and all operations of its cancelled effects have returned.
  var hasEnded: Bool { isEmpty && (cancelledOperations?.count ?? 0) == 0 }

  /// Returns when it has closed and the operations of its cancelled effects have returned, or a
  /// time limit for these is over; returns early when the calling task is cancelled.
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

  /// Makes this the cascade of another action, to save an allocation; called once it has closed, if
  /// nothing else refers to it.
  func reopen(_ serial: Int, in registry: EffectRegistry) {
    renew(serial)
    self.registry = registry
    holds = 1
    (cancelledOperations, isCancelled, failure) = (nil, false, nil)
  }

  /// Records that nothing of the cascade is left, and resumes the callers that wait for that.
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
