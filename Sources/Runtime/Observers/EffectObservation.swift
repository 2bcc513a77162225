/// What the code that runs effects tells the observers of a store, whatever the types of the
/// store's state and action are.
///
/// `EventFeed` is the only conforming type; the effect registry has one only if the store has
/// observers. The events wait until the registry calls `EffectLoop.notifyObservers`.
@MainActor protocol EffectObservation: AnyObject {
  /// Adds that an effect is about to start.
  func addStart(of effect: RunningEffect)

  /// Adds that an effect has finished or failed; adds nothing if it was cancelled, because
  /// `addCancelled` has done that.
  func addEnd(of effect: RunningEffect)

  /// Adds that effects were cancelled; `cause` is the action that returned the cancel.
  func addCancelled(
    _ effects: [RunningEffect], _ reason: EffectCancellation.Reason, _ id: AnyID?,
    by cause: (any Sendable)?)

  /// Adds that the state declares a subscription; `run` is the cascade of its effects.
  func addSubscription(_ run: Cascade, _ tree: EffectTree, cause: any Sendable)

  /// Adds that the state no longer declares some subscriptions.
  func addStop(of runs: [Cascade])
}

extension EventFeed: EffectObservation {
  func addStart(of effect: RunningEffect) {
    if let description = effect.description { add(.effectStarted(description)) }
  }

  func addEnd(of effect: RunningEffect) {
    let failure = effect.failure.take()
    guard effect.outcome != .cancelled, let description = effect.description else { return }
    add(failure.map { .effectFailed(description, $0) } ?? .effectFinished(description))
  }

  func addCancelled(
    _ effects: [RunningEffect], _ reason: EffectCancellation.Reason, _ id: AnyID?,
    by cause: (any Sendable)?
  ) {
    let action = cause == nil && reason.isByAction ? current : cause
    if reason.isOfStore { addStop(Array(subscriptions.keys), reason, action) }
    for effect in effects {
      guard let description = effect.description else { continue }
      let cancellation = EffectCancellation(
        reason, id: id, action: action, hasStarted: effect.hasBegun)
      add(.effectCancelled(description, cancellation))
    }
  }

  // MARK: - Subscriptions

  func addSubscription(_ run: Cascade, _ tree: EffectTree, cause: any Sendable) {
    declared += 1
    let subscription = EffectDescription(
      ofSubscription: declared, run.subscriptionID, path: tree.commonPath, cause: cause)
    subscriptions[ObjectIdentifier(run)] = subscription
    add(.subscriptionStarted(subscription))
  }

  func addStop(of runs: [Cascade]) {
    addStop(runs.map(ObjectIdentifier.init), .undeclared, current)
  }

  private func addStop(
    _ runs: [ObjectIdentifier], _ reason: EffectCancellation.Reason, _ action: (any Sendable)?
  ) {
    let cancellation = EffectCancellation(reason, action: action)
    let stopped = runs.compactMap { subscriptions.removeValue(forKey: $0) }
    for subscription in stopped.sorted(by: { $0.id < $1.id }) {
      add(.subscriptionStopped(subscription, cancellation))
    }
  }
}

extension EffectCancellation.Reason {
  /// Whether the action that is being reduced is the cause of the cancel.
  fileprivate var isByAction: Bool { [.id, .removal, .undeclared].contains(self) }

  /// Whether the cancel also stops all subscriptions of the store.
  fileprivate var isOfStore: Bool { [.drain, .dismissal, .storeEnd].contains(self) }
}

extension EffectTree {
  /// The path, from the root, of the feature to which all parts of this effect belong.
  fileprivate var commonPath: [PathComponent] {
    switch self {
    case .scoped(let inner, let component): [component] + inner.commonPath
    case .dependent(let inner, _), .presented(let inner, _, _): inner.commonPath
    default: []
    }
  }
}
