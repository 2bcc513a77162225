/// A mistake in a call of `exploreSchedules`, with the values for its report.
enum ExplorationMisuse {
  /// Each test store was created with a schedule of its own.
  case ownSchedules
  /// A failure was expected, but none of `count` schedules failed.
  case noFailure(count: Int)
  /// Under `count` schedules, failures were recorded as known issues.
  case knownIssues(count: Int)

  var text: String {
    switch self {
    case .ownSchedules:
      """
      The exploration tests nothing: each of its test stores has its own schedule.

      To fix this, create a test store without the argument 'schedule'.
      """
    case .noFailure(let count):
      """
      A failure was expected, but none of \(count) schedules failed.

      To fix this, remove 'expectingFailure: true' if the feature is correct. Otherwise, explore \
      more schedules.
      """
    case .knownIssues(let count):
      """
      Known issues were recorded under \(count == 1 ? "1 schedule" : "\(count) schedules").

      They are not failures: they ended neither their runs nor the exploration. To fix this, call \
      'exploreSchedules(..., expectingFailure: true)' instead of wrapping it in 'withKnownIssue'.
      """
    }
  }
}
