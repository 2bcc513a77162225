/// An action in the queue of a store's loop (`Core`): it was sent while a reducer ran, or while
/// observers were notified, and is reduced afterwards.
///
/// The action's type is erased: with a generic type, each action would look up the type of the
/// queue at run time. (Benchmark `b10`.)
struct QueuedAction {
  let action: any Sendable
  /// The cascade to which this action belongs (everything that follows from one action); held open
  /// until the action has been reduced or dropped.
  let cascade: Cascade
  /// The effect that sent the action, if any.
  let sender: RunningEffect?
  /// Opened when the action has been reduced or dropped; the effect that sent it waits for that.
  let signal: Gate?
}
