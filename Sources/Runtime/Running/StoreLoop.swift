/// What effects and views use of the loop of their store, whatever its state and action are.
///
/// The loop reduces actions and starts effects. `Core` is the only conforming type; this protocol
/// erases its generic types, because the code that runs effects is not generic.
@MainActor protocol StoreLoop: AnyObject {
  /// The effects of the store.
  var registry: EffectRegistry { get }

  /// How often the state may have changed so far: as long as the number is the same, so is the
  /// state.
  var changes: Int { get }

  var statistics: StoreStatistics { get }

  /// Whether an action is being reduced, or what follows from one is still to be done.
  var isInBatch: Bool { get }

  /// Whether a reducer is running, so that the state cannot be read.
  var isReducing: Bool { get }

  /// Reduces an action that an effect of the store sends, or holds it back and returns a signal to
  /// await.
  func receive(_ action: any Sendable, from effect: RunningEffect) -> (any DeliverySignal)?

  /// Drops the actions of a cancelled effect that a test store has parked; the effect cannot send
  /// any more.
  func disconnected(_ effect: RunningEffect)

  /// Runs a closure that changes what is in flight, while actions are queued; then these actions
  /// are reduced and pending effects start.
  func update(_ change: () -> Void)

  /// The observers of the store.
  var observers: [AnyObject] { get }

  /// Notifies observers of the store of pending events.
  func notifyObservers()

  /// Notifies observers of the store of an action of an effect that is not reduced.
  func notifyDropped(_ action: any Sendable, from effect: RunningEffect, _ reason: DropReason)

  /// Whether the store was dismissed: an effect of its root feature has called `dismiss`.
  var isDismissed: Bool { get }

  /// Dismisses the store for an effect; returns a signal to await if that is not done at once.
  func dismiss(by effect: RunningEffect) -> (any DeliverySignal)?

  /// Cancels all subscriptions and starts no more.
  func endSubscriptions()

  /// Applies a change of a shared value to its storage; called for changes that no kept field (a
  /// field of the state that has the value of a shared key) has taken.
  func make(_ change: any AnySharedChange, under dependencies: DependencyValues)

  /// Writes a shared value that was changed outside of the store to its kept field, for the
  /// subscription that watches the value, without an action.
  func takeSharedValue(for run: Cascade)

  /// Compares which subscriptions the state declares, after a change of a shared value.
  func compareSubscriptions()

  /// The shared values that are read through the store; notifies their readers of changes.
  var sharing: StoreSharing { get }

  /// Saves the shared keys that are kept in files.
  func flushShared() async

  /// Cancels all effects; nothing is reduced after it.
  func shutDown()
}
