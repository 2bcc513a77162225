// The constants of the waits of a store. A test store has others: see `TestLimits.swift`.

nonisolated extension Gate {
  /// How often a caller lets the main actor run what is enqueued on it before it suspends.
  ///
  /// Often that opens the gate, and a few rounds take less time than suspending. Only the speed
  /// depends on it: the gate resumes the caller in any case.
  @TaskLocal package static var rounds = 4
}

nonisolated extension CancelledOperations {
  /// How often a caller lets the main actor run what is enqueued on it before it suspends.
  ///
  /// An operation that responds to cancellation returns within a few hops to the main actor. Only
  /// the speed depends on it: the return of the last operation resumes the caller in any case.
  @TaskLocal package static var rounds = 64

  /// How long to wait for cancelled operations.
  ///
  /// No event can replace it: an operation that ignores cancellation may never return. Too short:
  /// `finish()` returns while an operation still cleans up. Too long: so is the wait for one that
  /// never returns.
  @TaskLocal package static var timeLimit = Duration.seconds(1)
}
