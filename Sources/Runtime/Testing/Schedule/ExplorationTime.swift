import RatchetDependencies
import Testing

/// The time of an exploration: when it ends, and what it prints meanwhile.
///
/// Counts the real time that the test itself takes. When it gives the main queue a turn, other
/// tests of a parallel suite run, so that time does not count.
package struct ExplorationTime {
  /// The limit of an exploration that is given none.
  @TaskLocal package static var defaultLimit = Duration.seconds(60)

  /// The time that the main queue took for others, in the exploration that runs.
  @TaskLocal private static var turns: Locked<Duration>?

  private let start = ContinuousClock.now
  private let limit: Duration
  private let isDefault: Bool
  private var progress = SearchProgress()
  private var isOver = false

  /// The time that the test has taken, in an exploration that runs inside `counting`.
  private var spent: Duration {
    ContinuousClock.now - start - (Self.turns?.withLock { $0 } ?? .zero)
  }

  package init(_ limit: Duration?) {
    self.limit = limit ?? Self.defaultLimit
    isDefault = limit == nil
  }

  /// Runs an exploration, which `takeTurn` belongs to.
  @MainActor static func counting<Result>(_ explore: () async -> Result) async -> Result {
    await $turns.withValue(Locked(.zero), operation: explore)
  }

  /// Gives the main queue a turn, which does not count.
  @MainActor static func takeTurn() async {
    guard let turns else { return await MainActor.runQueue() }
    let start = ContinuousClock.now
    await MainActor.runQueue()
    turns.withLock { $0 += ContinuousClock.now - start }
  }

  /// Prints a line every ten seconds; returns whether the time is over.
  mutating func end(after count: Int, at location: SourceLocation) -> Bool {
    let time = spent
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

  /// What to say if the limit ended the exploration, before the schedule `next`.
  func note(after count: Int, left: Int, next: Schedule?) -> String? {
    guard isOver, let next else { return nil }
    return """
      The exploration stopped after \(Int(spent / .seconds(1))) s, \
      \(isDefault ? "the default" : "its") limit. \(count) schedules ran, and at least \(left) did \
      not; the first of these is \(next).

      To fix this, explore fewer deviations or seeds, or set a \(isDefault ? "" : "longer ")limit: \
      'exploreSchedules(.random(1_000), for: .seconds(600))'.
      """
  }
}
