extension Duration {
  /// This duration, or a thousand years if it is longer: the most that is added to an instant.
  ///
  /// For a duration that means "for ever", such as `.seconds(.max)`, a clock would compute an
  /// instant that does not exist, and trap.
  package var capped: Duration { min(self, .seconds(60 * 60 * 24 * 365_250)) }
}
