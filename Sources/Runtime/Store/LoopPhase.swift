// Not nested in `Core`: types nested in generic types are looked up at run time.

/// What the loop of a store (`Core`) is doing, which decides whether an action that is sent now is
/// reduced at once or queued.
///
/// A nested call, such as a send from an effect that is starting, restores the phase at its end.
enum LoopPhase {
  /// Nothing: no action is queued, and no effect is pending, unless a test store blocks its start.
  ///
  /// A send leads to `reducing` and then to `starting`, even if the action has no effects.
  case idle
  /// A reducer runs, what is in flight changes, or the store's observers are notified of an event;
  /// actions are queued. Returns to the previous phase, `idle` or `starting`.
  case reducing
  /// The outermost call starts pending effects. An action that an effect sends meanwhile is reduced
  /// at once, in `reducing`. When nothing can start any more, leads to `announcing` if there is a
  /// view, otherwise to `idle`.
  case starting
  /// The view notifies its observers at the end of a batch; actions are queued, to be reduced when
  /// all have been notified. Leads back to `starting`.
  case announcing
}
