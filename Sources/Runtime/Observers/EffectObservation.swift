/// Takes the events of a store's effects, of which the store's observers are to be notified.
///
/// Used by the effect registry, which lists the effects in flight; it has an object of this type
/// only if the store has observers. Each method adds events, which wait until the registry calls
/// `EffectLoop.notifyObservers`. `EventFeed` is the only conforming type. The protocol hides the
/// types of the state and the action, because the registry is not generic.
@MainActor protocol EffectObservation: AnyObject {
  /// Adds that an effect is about to start.
  func addStart(of effect: RunningEffect)

  /// Adds that an effect has finished or failed; adds nothing for a cancelled effect, which
  /// `addCancelled` has added.
  func addEnd(of effect: RunningEffect)

  /// Adds that effects were cancelled.
  ///
  /// The id is the cancelled one, if there is one. `cause` is the action that returned the cancel;
  /// `nil` stands for the action that is being reduced, if an action can be the cause.
  func addCancelled(
    _ effects: [RunningEffect], _ reason: EffectCancellation.Reason, _ id: AnyID?,
    by cause: (any Sendable)?)

  /// Adds that the state declares a subscription.
  ///
  /// `run` is the cascade of its effects: the entry that groups them among those in flight. `tree`
  /// is its effect, which tells its feature. `cause` is the action that changed the state, or a
  /// `SubscriptionCause`.
  func addSubscription(_ run: Cascade, _ tree: EffectTree, cause: any Sendable)

  /// Adds that the state no longer declares the subscriptions with these cascades.
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
    // Reported before the cancelled effects, some of which belong to these subscriptions.
    if reason.isOfStore {
      // Draining spares the subscriptions that bring changes of shared values: these are live here.
      let stopped = subscriptions.filter { reason != .drain || !$0.value.run.isLive }.keys
      addStop(Array(stopped), reason, action)
    }
    for effect in effects {
      guard let description = effect.description else { continue }
      let cancellation = EffectCancellation(
        reason, id: id, action: action, hasStarted: effect.hasBegun)
      add(.effectCancelled(description, cancellation))
    }
  }

  // MARK: - Subscriptions

  func addSubscription(_ run: Cascade, _ tree: EffectTree, cause: any Sendable) {
    declaredCount += 1
    let subscription = EffectDescription(
      ofSubscription: declaredCount, run.subscriptionID, path: tree.commonPath, cause: cause)
    subscriptions[ObjectIdentifier(run)] = (subscription, run)
    add(.subscriptionStarted(subscription))
  }

  func addStop(of runs: [Cascade]) {
    addStop(runs.map(ObjectIdentifier.init), .undeclared, current)
  }

  /// Adds that the subscriptions with these cascades were stopped, in the order of their starts.
  private func addStop(
    _ runs: [ObjectIdentifier], _ reason: EffectCancellation.Reason, _ action: (any Sendable)?
  ) {
    let cancellation = EffectCancellation(reason, action: action)
    let stopped = runs.compactMap { subscriptions.removeValue(forKey: $0)?.description }
    for subscription in stopped.sorted(by: { $0.id < $1.id }) {
      add(.subscriptionStopped(subscription, cancellation))
    }
  }
}

extension EffectCancellation.Reason {
  /// Whether an action is the cause of the cancel: it returned the cancel, or changed the state.
  fileprivate var isByAction: Bool { [.id, .removal, .undeclared].contains(self) }

  /// Whether the cancel also stops the subscriptions of the store.
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
