/// The error that ends a step of a test in which effects do more than a test can intend, as in an
/// endless loop.
///
/// Thrown by `TestRun` when a limit of `TestLimits` is reached; `TestStore` records its text.
enum BudgetExceeded: Error {
  /// Effects ran this many jobs (pieces of work up to a suspension) without settling; `limit` is
  /// the name of the limit that was reached, `jobs` or `turns`.
  case jobs(Int, limit: String)
  /// This many actions were reduced without being received, while no time passed.
  case actions(Int)

  /// This many sleeps on the clock ended in one step, and `left` of the advanced time has not
  /// passed.
  case wakeUps(Int, left: Duration)

  /// The text for the failure, after "The store did not settle: ".
  var text: String {
    switch self {
    case .jobs(let count, let limit):
      """
      its effects ran \(count) jobs without waiting for the test, the clock, or anything else \
      (limit '\(limit)'). An effect probably loops without waiting, for example over \
      'Task.yield()'.
      """
    case .actions(let count):
      """
      \(count) actions were reduced that the test did not receive (limit 'unreceivedActions'). An \
      effect probably sends in an endless loop.
      """
    case .wakeUps(let count, let left):
      """
      \(count) sleeps on its clock ended in one step of the test (limit 'wakeUps'); the remaining \
      \(left) was not advanced. An effect probably polls the clock. To fix this, make it sleep \
      longer, or advance the clock by less in one step.
      """
    }
  }
}
