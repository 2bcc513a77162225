// Notifies the observers of a store when an effect starts or ends, and when an action is dropped.
// The registry has an `observation` only if its store has observers.

extension EffectRegistry {
  /// Notifies observers that an effect starts, then starts it, unless an observer has cancelled it.
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

  /// Notifies observers of an action that is dropped because its sender has ended or was cancelled.
  func notifyDropped(
    _ action: some Sendable, from effect: RunningEffect, _ reason: DropReason
  ) {
    guard let observation else { return }
    observation.feed.add(effect: .dropped(action, from: effect.source, reason))
    loop?.notifyObservers()
  }
}
