/// An action that was sent while a reducer ran.
struct QueuedAction<Action: Sendable> {
  let action: Action
  let cascade: Cascade
  /// The effect that sent it, if one did.
  let sender: RunningEffect?
  /// Opened when the action has been reduced or dropped.
  let signal: Gate?
}
