/// What a registry keeps for the observers of its store: what they are told at the end of an effect
/// or a subscription, and the effect itself does not know.
@MainActor final class EffectObservation {
  let feed: any EffectFeed
  /// Errors of effects that have not ended.
  private var failures: [Ledger.Node: any Error] = [:]
  private var subscriptions: [Ledger.Node: SubscriptionDescription] = [:]
  private var declared = 0
  /// The action that returned the cancel that is being carried out.
  private var cause: (any Sendable)?

  init(_ feed: any EffectFeed) {
    self.feed = feed
  }

  // MARK: - Effects

  func addFailure(_ effect: RunningEffect, _ error: any Error) {
    failures[effect.node] = error
  }

  /// Adds the end of an effect, if it was not cancelled.
  func addEnd(of effect: RunningEffect) {
    let failure = failures.removeValue(forKey: effect.node)
    guard effect.outcome != .cancelled, let description = effect.description else { return }
    feed.add(effect: failure.map { .failed(description, $0) } ?? .finished(description))
  }

  /// Takes the action that returns a cancel, which is carried out next.
  func expectCancel(by cause: any Sendable) {
    self.cause = cause
  }

  /// Adds the cancellation of effects, in the order in which they were returned.
  func addCancelled(
    abandoned: [RunningEffect], running: [RunningEffect], _ reason: CancelReason
  ) {
    let action = cause.take() ?? (reason.isByAction ? feed.action : nil)
    if case .drain = reason { stopAll(reason, action) }
    if case .dismissal = reason { stopAll(reason, action) }
    if case .storeEnd = reason { stopAll(reason, action) }
    let all =
      abandoned.map { (effect: $0, hasStarted: false) }
      + running.map { (effect: $0, hasStarted: true) }
    let cancelled = all.compactMap { effect, hasStarted in
      effect.description.map { (effect: $0, hasStarted: hasStarted) }
    }
    for (effect, hasStarted) in cancelled.sorted(by: { $0.effect.id < $1.effect.id }) {
      feed.add(effect: .cancelled(effect, reason.cancellation(action, hasStarted: hasStarted)))
    }
  }

  // MARK: - Subscriptions

  func addSubscription(_ run: Cascade, _ tree: EffectTree, cause: any Sendable) {
    declared += 1
    let subscription = SubscriptionDescription(
      id: declared, declaredID: run.subscriptionID, path: tree.commonPath, cause: cause)
    subscriptions[run.node] = subscription
    feed.add(effect: .subscribed(subscription))
  }

  /// Adds that the state declares subscriptions no more.
  func addStop(of runs: [Ledger.Node]) {
    for run in runs {
      guard let subscription = subscriptions.removeValue(forKey: run) else { continue }
      let cancellation = CancelReason.undeclared.cancellation(feed.action)
      feed.add(effect: .unsubscribed(subscription, cancellation))
    }
  }

  private func stopAll(_ reason: CancelReason, _ action: (any Sendable)?) {
    for subscription in exchange(&subscriptions, with: [:]).values.sorted(by: { $0.id < $1.id }) {
      feed.add(effect: .unsubscribed(subscription, reason.cancellation(action)))
    }
  }
}

/// Why a registry cancels something.
enum CancelReason {
  case id(AnyID)
  case removal, undeclared, handle, drain, dismissal, storeEnd, skipped

  /// Whether it comes from the action that is being reduced.
  var isByAction: Bool {
    switch self {
    case .id, .removal, .undeclared: true
    case .handle, .drain, .dismissal, .storeEnd, .skipped: false
    }
  }

  func cancellation(
    _ action: (any Sendable)? = nil, hasStarted: Bool = true
  ) -> EffectCancellation {
    let (reason, id): (EffectCancellation.Reason, AnyID?) =
      switch self {
      case .id(let id): (.id, id)
      case .removal: (.removal, nil)
      case .undeclared: (.undeclared, nil)
      case .handle: (.handle, nil)
      case .drain: (.drain, nil)
      case .dismissal: (.dismissal, nil)
      case .storeEnd: (.storeEnd, nil)
      case .skipped: (.skipped, nil)
      }
    return EffectCancellation(reason, id: id, action: action, hasStarted: hasStarted)
  }
}
