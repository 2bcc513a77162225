extension Duration {
  /// This duration, or a thousand years if it is longer.
  ///
  /// The libraries add only capped durations to the instants of clocks. With a duration that means
  /// "for ever", such as `.seconds(.max)`, the sum would overflow, and the clock would trap.
  package var capped: Duration { min(self, .seconds(60 * 60 * 24 * 365_250)) }
}
