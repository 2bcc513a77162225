/// What stores and views use of the loop of the outermost store, whatever its state and action are.
///
/// `Core` is the only conforming type. A scoped store and its view know neither the type of the
/// outermost state nor that of its actions.
@MainActor protocol StoreLoop: EffectLoop, SharingLoop {
  /// The effects of the store.
  var registry: EffectRegistry { get }

  /// A count that grows whenever the state may have changed: while it stays the same, so does the
  /// state.
  var changes: Int { get }

  var statistics: StoreStatistics { get }

  /// The observers of the store.
  var observers: [AnyObject] { get }

  /// Whether a batch is in progress: actions are being reduced, or their effects started; false
  /// while observers are notified of its end.
  var isInBatch: Bool { get }

  /// Whether a reducer is running, so that the state cannot be read.
  var isReducing: Bool { get }

  /// Cancels all subscriptions and starts no more, for `Store.drain`.
  func endSubscriptions()

  /// Ends the loop when the store is released: cancels all effects, and reduces no more actions.
  func shutDown()
}
