/// A store's loop as effects and views see it, with the types of state and action erased.
///
/// `Core` is the only conforming type.
@MainActor protocol StoreLoop: AnyObject {
  /// The effects of the store.
  var registry: EffectRegistry { get }

  /// How often the state may have changed so far; while it is unchanged, so is the state.
  var changes: Int { get }

  var statistics: StoreStatistics { get }

  /// Whether an action is being reduced, or what follows from one is still to be done.
  var isInBatch: Bool { get }

  /// Whether a reducer is running, so that the state cannot be read.
  var isReducing: Bool { get }

  /// Reduces what an effect of the store sends, or keeps it and returns a signal to await.
  func receive(_ action: any Sendable, from effect: RunningEffect) -> (any DeliverySignal)?

  /// Handles that an effect was cancelled: it cannot send any more.
  func disconnected(_ effect: RunningEffect)

  /// Changes what is in flight while actions are queued, then does what follows.
  func update(_ change: () -> Void)

  /// Whether the store has observers.
  var isObserved: Bool { get }

  /// The observers of the store.
  var observers: [AnyObject] { get }

  /// Notifies observers of the store of pending events.
  func notifyObservers()

  /// Whether an effect of a feature that is not presented has asked for the feature's removal.
  var isDismissed: Bool { get }

  /// Dismisses the store for an effect; returns a signal to await if that is not done at once.
  func dismiss(by effect: RunningEffect) -> (any DeliverySignal)?

  /// Cancels all subscriptions and starts no more.
  func endSubscriptions()

  /// Changes a shared value, which no kept field of the state has as yet.
  func make(_ change: any AnySharedChange, under dependencies: DependencyValues)

  /// Takes the shared value that has changed outside, for a subscription, without an action.
  func takeSharedValue(for run: Cascade)

  /// Compares subscriptions after a change of a shared value.
  func compareSubscriptions()

  /// Tells who reads shared values through the store.
  var sharing: StoreSharing { get }

  /// Saves the shared keys that are kept in files.
  func flushShared() async

  /// Cancels all effects; nothing is reduced after it.
  func shutDown()
}
