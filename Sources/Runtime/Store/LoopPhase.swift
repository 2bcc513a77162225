// Not nested in `Core`: types inside of generic types are looked up at run time.

/// What a store's loop is doing.
///
/// A nested call, such as a send from an effect that starts, saves the phase and restores it.
enum LoopPhase {
  /// Nothing. A send leads to `reducing`, and, if something follows from the action, to `starting`.
  case idle
  /// A reducer runs, what it returned is entered into the ledger, or observers of the store are
  /// told of an event; actions are queued. Returns to the phase before, which is `idle` or
  /// `starting`.
  case reducing
  /// The outermost call starts pending effects. An action that an effect sends meanwhile is reduced
  /// at once, in `reducing`. When nothing is pending, leads to `announcing` if somebody observes
  /// the store, and else to `idle`.
  case starting
  /// Observers are told that a batch has ended; actions are queued, so that they are reduced when
  /// all have been told. Leads back to `starting`.
  case announcing
}

/// What is left to do in a batch.
///
/// Mirrors the queues. (a: a plain send asks neither for their types nor for their counts.)
enum LoopWork {
  /// Nothing. An action that has effects or is observed leads to `endOfBatch`.
  case none
  /// Effects may be pending, or observers have to be told. An action that is queued leads to
  /// `actions`; starting the last effect, to `none`.
  case endOfBatch
  /// Actions are queued. When these have been reduced, leads to `endOfBatch`.
  case actions
}

/// An action that was sent while a reducer ran.
struct QueuedAction<Action: Sendable> {
  let action: Action
  let cascade: Cascade
  /// The effect that sent it, if one did.
  let sender: RunningEffect?
  /// Opened when the action has been reduced or dropped.
  let signal: Gate?
}
