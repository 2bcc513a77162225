import RatchetDependencies

/// What the effects of a store use of its loop, whatever its state and action are.
///
/// The loop reduces actions and starts effects. `Core` is the only conforming type; this protocol
/// erases its generic types, because the code that runs effects is not generic.
@MainActor protocol EffectLoop: AnyObject {
  /// Reduces an action that an effect of the store sends, or holds it back and returns a signal to
  /// await.
  func receive(_ action: any Sendable, from effect: RunningEffect) -> (any DeliverySignal)?

  /// Drops the actions of a cancelled effect that a test store has parked; the effect cannot send
  /// any more.
  func disconnected(_ effect: RunningEffect)

  /// Runs a closure that changes what is in flight, while actions are queued; then these actions
  /// are reduced and pending effects start.
  func update(_ change: () -> Void)

  /// Notifies observers of the store of pending events.
  func notifyObservers()

  /// Notifies observers of the store of an action of an effect that is not reduced.
  func notifyDropped(_ action: any Sendable, from effect: RunningEffect, _ reason: DropReason)

  /// Dismisses the store for an effect; returns a signal to await if that is not done at once.
  func dismiss(by effect: RunningEffect) -> (any DeliverySignal)?

  /// Applies a change of a shared value to its storage; called for changes that no kept field has
  /// taken.
  func make(_ change: any AnySharedChange, under dependencies: DependencyValues)
}
