/// Limits the actions that a step of a test reduces without the test receiving them.
///
/// Used by `TestRun`, with exhaustivity off and for `skipReceivedActions`: there, an effect that
/// sends in an endless loop would never let the step end. `spend` then throws instead.
///
/// The budget is full again when the clock's time passes, because a timer is not an endless loop.
struct ActionBudget {
  /// The number of actions that may be reduced while no time passes.
  private let size: Int
  private var left: Int
  /// The clock's time when the last action was reduced.
  private var time: TestClock.Instant

  init(_ size: Int, at time: TestClock.Instant) {
    self.size = size
    left = size
    self.time = time
  }

  /// Counts one action that is about to be reduced; throws if the budget is used up.
  mutating func spend(at now: TestClock.Instant) throws(BudgetExceeded) {
    if now > time { left = size }
    time = now
    if left == 0 { throw .actions(size) }
    left -= 1
  }
}
