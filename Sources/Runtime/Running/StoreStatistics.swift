/// Counts of the actions and effects of a store since it was created.
public struct StoreStatistics: Sendable, Hashable, CustomStringConvertible {
  /// Actions that were reduced.
  public var actions = 0

  /// Actions that were not reduced because their sender or their handle had been cancelled, or
  /// because the store was dismissed while they were queued.
  ///
  /// An action that an effect sends in a cancelled task is not counted: its `send` drops the action
  /// before that reaches the store.
  public var actionsDropped = 0

  /// Effects that have started.
  public var effectsStarted = 0

  /// Effects that ended by themselves.
  public var effectsFinished = 0

  /// Effects that were cancelled after they had started.
  public var effectsCancelled = 0

  /// Cancelled effects whose operations have not returned yet: a current number, unlike the others.
  public var effectsUnwinding = 0

  /// The counts in two lines, without `effectsUnwinding`.
  ///
  /// Live effects are those that have started, and have neither finished nor been cancelled.
  public var description: String {
    let live = effectsStarted - effectsFinished - effectsCancelled
    return """
      actions: \(actions) reduced, \(actionsDropped) dropped
      effects: \(effectsStarted) started, \(effectsFinished) finished, \
      \(effectsCancelled) cancelled, \(live) live
      """
  }
}
