import RatchetDependencies
import Testing

/// The time of an exploration: when it ends, and what it prints meanwhile.
///
/// Used by `exploreSchedules` after each run. `count` is the number of schedules that have run.
package struct ExplorationTime {
  /// The limit of an exploration that is given none.
  @TaskLocal package static var defaultLimit = Duration.seconds(60)

  private let limit: Duration
  /// Whether the exploration was given no limit.
  private let isDefault: Bool
  private var progress = SearchProgress()
  private var isOver = false

  package init(_ limit: Duration?) {
    self.limit = limit ?? Self.defaultLimit
    isDefault = limit == nil
  }

  /// Prints a line, if the last one was ten seconds ago; returns whether the time is over.
  mutating func end(after count: Int, at location: SourceLocation) -> Bool {
    let time = progress.spent
    SearchProgress.print(line(after: count, in: time), at: location)
    isOver = time >= limit
    return isOver
  }

  /// The line to print after a time; `nil` if the last one was less than ten seconds ago.
  package mutating func line(after count: Int, in time: Duration) -> String? {
    progress.line(in: time) { [limit] seconds in
      """
      \(count) schedules ran in \(seconds) s, \(count / seconds) a second, and none failed. This \
      ends after \(limit.components.seconds) s; 'exploreSchedules(…, for: .seconds(30))' sets \
      another limit.
      """
    }
  }

  /// Returns a warning if the limit ended the exploration: before the schedule `next`, the first of
  /// the `left` schedules that are known and have not run.
  func note(after count: Int, left: Int, next: Schedule?) -> String? {
    guard isOver, let next else { return nil }
    return """
      The exploration stopped after \(Int(progress.spent / .seconds(1))) s, \
      \(isDefault ? "the default" : "its") limit. \(count) schedules ran, and at least \(left) did \
      not; the first of these is \(next).

      To fix this, explore fewer deviations or seeds, or set a \(isDefault ? "" : "longer ")limit: \
      'exploreSchedules(.random(1_000), for: .seconds(600))'.
      """
  }
}
