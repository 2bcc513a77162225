/// An action that was sent while a reducer ran.
///
/// Not generic: otherwise each action would look up the type of the queue. (b10)
struct QueuedAction {
  let action: any Sendable
  let cascade: Cascade
  /// The effect that sent it, if any.
  let sender: RunningEffect?
  /// Opened when the action has been reduced or dropped.
  let signal: Gate?
}
