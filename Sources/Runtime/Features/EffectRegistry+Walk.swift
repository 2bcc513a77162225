// Carries out what a `FeatureWalk` has found after an action: ends what belongs to features that
// have left the state, and stops and starts subscriptions. The store's loop calls it while actions
// are queued, so that user code that runs here cannot re-enter a reducer.

extension EffectRegistry {
  /// Cancels the effects of the features that have left the state.
  ///
  /// - Returns: Whether another walk is needed. A cancel makes the next part of a sequence due, and
  ///   the feature of that part may have left the state, too.
  func endFeatures(_ walk: inout FeatureWalk) -> Bool {
    guard let found = walk.existingFindings else { return false }
    let left = walk.takeLeft()
    for feature in exchange(&found.idle, with: []) { forgetPastThrottles(in: feature) }
    if !left.isEmpty { cancelAll(in: left) }
    releaseUnused()
    // During a registration, `registerDue` adds the due parts at its end.
    if due.isEmpty || isRegistering { return false }
    registerDue()
    return true
  }

  /// Cancels all effects of some features and forgets their throttles.
  func cancelAll(in features: [Feature]) {
    for feature in features {
      released.append(feature.throttles)
      feature.throttles = [:]
    }
    // All in one call: between two calls, a cancellation handler could change the features. The
    // effects of subscriptions are left out: the walk has found that these are to stop.
    let effects = features.flatMap(\.inFlight.values).filter { !$0.isSubscription }
    cancel(effects, .removal)
    // From the bottom up: a feature leaves the tree once nothing below it is left.
    idle += features.reversed()
  }

  /// Stops and starts the subscriptions that a walk has found, then does what else is to be done at
  /// the end.
  ///
  /// `position` is the number of effects that were pending before the action: the subscriptions
  /// join the pending effects there, so that they start before the effects that the action has
  /// returned.
  func apply(_ findings: FeatureWalk.Findings, cause: any Sendable, startingAt position: Int?) {
    let stopped = findings.stops.compactMap(\.run)
    // Stops all at once, so that a cancellation handler meets tables that have already been
    // changed.
    if !stopped.isEmpty {
      observation?.addStop(of: stopped)
      cancel(stopped, .undeclared)
    }
    let before = pending.count
    for subscription in findings.starts { start(subscription, cause: cause) }
    if let position, position < before { pending.moveLast(pending.count - before, to: position) }
    releaseUnused()
    for step in findings.finalSteps { step() }
  }

  /// Starts a subscription: registers its effect, in a cascade of its own.
  private func start(_ subscription: Subscription, cause: any Sendable) {
    if loop == nil { return }
    let run = openCascade(ofSubscription: .some(subscription.id))
    subscription.run = run
    let effect = exchange(&subscription.effect, with: .none)
    notify { $0.addSubscription(run, effect, cause: cause) }
    register(effect, EffectContext(cascade: run, cause: cause))
    release(run)
  }
}
