// What a registry does for the observers of its store.

extension EffectRegistry {
  /// Starts an effect unless an observer, when notified, cancels it.
  func startObserved(_ effect: RunningEffect, _ observation: EffectObservation) {
    if let description = effect.description {
      observation.feed.add(effect: .effectStarted(description))
    }
    loop?.notifyObservers()
    if effect.outcome == nil { effect.start() } else { ended(effect) }
  }

  /// Notifies observers that an effect has ended by itself.
  func notifyEnd(of effect: RunningEffect, _ observation: EffectObservation) {
    observation.addEnd(of: effect)
    loop?.notifyObservers()
  }

  /// Notifies observers of an action that came too late.
  func notifyDropped(
    _ action: some Sendable, from effect: RunningEffect, _ reason: DropReason
  ) {
    guard let observation else { return }
    observation.feed.add(effect: .dropped(action, from: effect.source, reason))
    loop?.notifyObservers()
  }
}
