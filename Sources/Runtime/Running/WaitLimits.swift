// How long a store waits, and how often it tries before it suspends. Tests set other values. The
// limits of a test store itself are in `TestLimits.swift`.

nonisolated extension Gate {
  /// How often a caller lets the main actor run what is enqueued on it before it suspends.
  ///
  /// Often something that runs there opens the gate, and a few rounds take less time than
  /// suspending. The number affects only the speed: the gate resumes the caller in any case.
  @TaskLocal package static var rounds = 4
}

nonisolated extension CancelledOperations {
  /// How often a caller lets the main actor run what is enqueued on it before it suspends.
  ///
  /// An operation that responds to cancellation returns within a few hops to the main actor. The
  /// number affects only the speed: the return of the last operation resumes the caller anyway.
  @TaskLocal package static var rounds = 64

  /// How long to wait for the operations of cancelled effects to return.
  ///
  /// No event can replace this limit: an operation that ignores cancellation may never return. If
  /// the limit is too short, `finish()` returns while an operation still cleans up. If it is too
  /// long, `finish()` waits too long for an operation that never returns.
  @TaskLocal package static var timeLimit = Duration.seconds(1)
}
