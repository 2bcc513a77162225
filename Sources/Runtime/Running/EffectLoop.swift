import RatchetDependencies

/// What the effects of a store, and the registry that lists them, call in the store's loop.
///
/// The loop reduces actions and starts effects. `Core` is the only conforming type. The protocol
/// hides the types of the state and the action, because the code that runs effects is not generic.
@MainActor protocol EffectLoop: AnyObject {
  /// Reduces an action that an effect of the store sends; returns a signal to await if the action
  /// must wait, because a reducer is running, or because the test of a test store must receive it.
  func receive(_ action: any Sendable, from effect: RunningEffect) -> (any DeliverySignal)?

  /// Drops the actions of a cancelled effect that a test store has parked; called at the cancel,
  /// after which the effect cannot send any more.
  func disconnected(_ effect: RunningEffect)

  /// Runs a closure that changes what is in flight.
  ///
  /// Actions that are sent meanwhile are queued. After the closure, they are reduced, and pending
  /// effects start.
  func update(_ change: () -> Void)

  /// Notifies observers of the store of the events that were added and are pending.
  func notifyObservers()

  /// Notifies observers of the store of an action of an effect that is not reduced.
  func notifyDropped(_ action: any Sendable, from effect: RunningEffect, _ reason: DropReason)

  /// Dismisses the store for an effect; if a test store postpones that, returns a signal to await.
  func dismiss(by effect: RunningEffect) -> (any DeliverySignal)?

  /// Applies a change of a shared value to its storage.
  ///
  /// Not called for a change that was applied to a kept field, the field of the state that has the
  /// value, when the reducer returned.
  func make(_ change: any AnySharedChange, under dependencies: DependencyValues)
}
