/// An action in the queue of a store's loop (`Core`): it was sent while a reducer ran, or while
/// observers were notified, and is reduced afterwards.
///
/// Not generic: otherwise each action would look up the type of the queue. (Benchmark `b10`.)
struct QueuedAction {
  let action: any Sendable
  /// The set of everything that follows from one action, to which this action belongs.
  let cascade: Cascade
  /// The effect that sent the action, if any.
  let sender: RunningEffect?
  /// Opened when the action has been reduced or dropped; the effect that sent it waits for that.
  let signal: Gate?
}
