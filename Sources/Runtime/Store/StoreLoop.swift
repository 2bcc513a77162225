/// What stores and views use of the loop of the outermost store, whatever its state and action are.
@MainActor protocol StoreLoop: EffectLoop, SharingLoop {
  /// The effects of the store.
  var registry: EffectRegistry { get }

  /// How often the state may have changed so far: as long as the number is the same, so is the
  /// state.
  var changes: Int { get }

  var statistics: StoreStatistics { get }

  /// The observers of the store.
  var observers: [AnyObject] { get }

  /// Whether an action is being reduced, or what follows from one is still to be done.
  var isInBatch: Bool { get }

  /// Whether a reducer is running, so that the state cannot be read.
  var isReducing: Bool { get }

  /// Cancels all subscriptions and starts no more.
  func endSubscriptions()

  /// Cancels all effects; nothing is reduced after it.
  func shutDown()
}
