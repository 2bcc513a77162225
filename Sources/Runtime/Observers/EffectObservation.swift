/// What a registry keeps for the observers of its store: what they are told at the end of an effect
/// or a subscription, and the effect itself does not know.
///
/// Used by the registry, which owns it. Owns the errors and the subscriptions of what is in flight.
/// Do not add the end of an effect twice: it is told each time.
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
    feed.add(effect: failure.map { .effectFailed(description, $0) } ?? .effectFinished(description))
  }

  /// Takes the action that returns a cancel, which is carried out next.
  func expectCancel(by cause: any Sendable) {
    self.cause = cause
  }

  /// Adds the cancellation of effects, in the order in which they were returned.
  func addCancelled(
    abandoned: [RunningEffect], running: [RunningEffect],
    _ reason: EffectCancellation.Reason, _ id: AnyID?
  ) {
    let action = cause.take() ?? (reason.isByAction ? feed.action : nil)
    if reason.isOfStore { stopAll(reason, action) }
    let all =
      abandoned.map { (effect: $0, hasStarted: false) }
      + running.map { (effect: $0, hasStarted: true) }
    let cancelled = all.compactMap { effect, hasStarted in
      effect.description.map { (effect: $0, hasStarted: hasStarted) }
    }
    for (effect, hasStarted) in cancelled.sorted(by: { $0.effect.id < $1.effect.id }) {
      let cancellation = EffectCancellation(
        reason, id: id, action: action, hasStarted: hasStarted)
      feed.add(effect: .effectCancelled(effect, cancellation))
    }
  }

  // MARK: - Subscriptions

  func addSubscription(_ run: Cascade, _ tree: EffectTree, cause: any Sendable) {
    declared += 1
    let subscription = SubscriptionDescription(
      id: declared, declaredID: run.subscriptionID, path: tree.commonPath, cause: cause)
    subscriptions[run.node] = subscription
    feed.add(effect: .subscriptionStarted(subscription))
  }

  /// Adds that the state declares subscriptions no more.
  func addStop(of runs: [Ledger.Node]) {
    for run in runs {
      guard let subscription = subscriptions.removeValue(forKey: run) else { continue }
      let cancellation = EffectCancellation(.undeclared, action: feed.action)
      feed.add(effect: .subscriptionStopped(subscription, cancellation))
    }
  }

  private func stopAll(_ reason: EffectCancellation.Reason, _ action: (any Sendable)?) {
    let cancellation = EffectCancellation(reason, action: action)
    for subscription in exchange(&subscriptions, with: [:]).values.sorted(by: { $0.id < $1.id }) {
      feed.add(effect: .subscriptionStopped(subscription, cancellation))
    }
  }
}

extension EffectCancellation.Reason {
  /// Whether it comes from the action that is being reduced.
  fileprivate var isByAction: Bool { [.id, .removal, .undeclared].contains(self) }

  /// Whether it ends the subscriptions of a store.
  fileprivate var isOfStore: Bool { [.drain, .dismissal, .storeEnd].contains(self) }
}
