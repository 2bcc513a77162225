/// Says whether the test continues before effects that could still run.
///
/// Used by `TestRun`, which runs the steps of a test and calculates the claim, and by
/// `LaneExecutor`, which runs the effects.
enum TestClaim {
  /// The effects run first.
  case none
  /// The schedule chooses.
  case possible
  /// The test continues first, to receive a *parked* action, one that an effect has sent: a `Store`
  /// would already have reduced that action.
  case due
}
