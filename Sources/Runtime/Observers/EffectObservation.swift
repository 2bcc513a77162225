/// Adds events to the feed for a store's observers: how effects end, and which subscriptions
/// (effects that run as long as the state declares them) start and stop.
///
/// Used by the effect registry, which owns it, and has one only if the store has observers. Owns
/// what the observers need at the end of an effect and the effect itself does not keep: thrown
/// errors, and the descriptions of subscriptions. Do not add the end of an effect twice: observers
/// would be notified twice.
@MainActor final class EffectObservation {
  let feed: any EffectFeed
  /// Errors that operations have thrown, until their effects have ended; the keys are entries of
  /// the ledger, the table of effects in flight.
  private var failures: [Ledger.Node: any Error] = [:]
  /// The subscriptions that the state declares; the keys are their cascades, the entries that group
  /// their effects.
  private var subscriptions: [Ledger.Node: EffectDescription] = [:]
  /// How many subscriptions have been declared so far: the id of the last one.
  private var declared = 0
  /// The action that returned the cancel that is carried out next.
  private var cause: (any Sendable)?

  init(_ feed: any EffectFeed) {
    self.feed = feed
  }

  // MARK: - Effects

  /// Keeps the error that an effect's operation has thrown, for `addEnd`.
  func addFailure(_ effect: RunningEffect, _ error: any Error) {
    failures[effect.node] = error
  }

  /// Adds that an effect has finished or failed; adds nothing if it was cancelled, because
  /// `addCancelled` has done that.
  func addEnd(of effect: RunningEffect) {
    let failure = failures.removeValue(forKey: effect.node)
    guard effect.outcome != .cancelled, let description = effect.description else { return }
    feed.add(effect: failure.map { .effectFailed(description, $0) } ?? .effectFinished(description))
  }

  /// Keeps the action that returned a cancel; the next `addCancelled` names it as the cause.
  func expectCancel(by cause: any Sendable) {
    self.cause = cause
  }

  /// Adds that effects were cancelled, in the order in which they were returned; `abandoned`
  /// effects had not started.
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

  /// Adds that the state declares a subscription; `run` is the cascade of its effects.
  func addSubscription(_ run: Cascade, _ tree: EffectTree, cause: any Sendable) {
    declared += 1
    let subscription = EffectDescription(
      ofSubscription: declared, run.subscriptionID, path: tree.commonPath, cause: cause)
    subscriptions[run.node] = subscription
    feed.add(effect: .subscriptionStarted(subscription))
  }

  /// Adds that the state no longer declares some subscriptions.
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
    case .dependent(let inner, _), .presented(let inner, _): inner.commonPath
    default: []
    }
  }
}
