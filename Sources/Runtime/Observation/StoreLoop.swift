/// What the views of a store need of its loop, whatever its state and action are.
@MainActor protocol StoreLoop: EffectHost {
  /// Cancels all effects; nothing is reduced after it.
  func shutDown()

  /// The number of actions reduced so far: while it stays, the state stays.
  var actions: Int { get }

  var statistics: StoreStatistics { get }

  /// Whether an action is being reduced, or what follows from one has not been done yet.
  var isInBatch: Bool { get }

  /// Whether a reducer is running: the state cannot be read.
  var isReducing: Bool { get }

  /// Whether the end of each batch is to be told to the store's view.
  var isObserved: Bool { get set }
}
