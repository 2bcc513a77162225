/// The schedules under which `exploreSchedules` runs a test.
///
/// Whenever several effects could continue, a schedule decides which one does. A test that fails
/// only under some schedules has found a race.
public struct ScheduleStrategy: Sendable {
  enum Kind {
    case all(deviations: Int, limit: Int)
    /// Schedules that the closure makes from their numbers, from 0; `length` is the largest number
    /// of choices that a run has made so far.
    case list(count: Int, @Sendable (_ number: UInt64, _ length: Int) -> Schedule)
  }

  let kind: Kind

  /// All schedules with at most `deviations` deviations from ``Schedule/inOrder``, the fewest
  /// first, so the first failing one is minimal.
  ///
  /// A deviation is a delay: instead of the effect whose turn it is, another effect or the test
  /// continues, and the delayed effect waits until nothing else can run. A race that needs one
  /// event to precede another takes one deviation, no matter how often the effects suspend. No
  /// schedule runs twice.
  ///
  /// - Parameters:
  ///   - deviations: The maximum number of delays.
  ///   - limit: The maximum number of schedules to run.
  /// - Returns: The strategy.
  public static func all(deviations: Int, limit: Int = 50_000) -> Self {
    Self(kind: .all(deviations: deviations, limit: limit))
  }

  /// Schedules with consecutive seeds.
  ///
  /// - Parameters:
  ///   - count: The number of schedules.
  ///   - first: The first seed.
  /// - Returns: The strategy.
  public static func random(_ count: Int, from first: UInt64 = 0) -> Self {
    Self(kind: .list(count: count) { number, _ in .seed(first &+ number) })
  }

  /// Schedules with random priorities, which find deep races more often than ``random(_:from:)``.
  ///
  /// The effect with the highest priority runs first; at a few random points, the effect whose turn
  /// it is falls below all others. This is known as probabilistic concurrency testing. The points
  /// lie within the length of the longest run so far.
  ///
  /// - Parameters:
  ///   - count: The number of schedules.
  ///   - depth: The number of events that must happen in a certain order.
  ///   - first: The first seed.
  /// - Returns: The strategy.
  public static func pct(_ count: Int, depth: Int, from first: UInt64 = 0) -> Self {
    Self(
      kind: .list(count: count) { number, length in
        .priorities(seed: first &+ number, depth: depth, length: length)
      })
  }
}

/// Hands out the schedules of a strategy, one after the other, to the exploration that runs a test
/// under each of them.
struct StrategySchedules {
  /// The numbers of the schedules of a list that have not been taken; empty for the strategy `all`.
  private var numbers: Range<UInt64> = 0..<0
  /// Makes the schedule with a number; never called for the strategy `all`.
  private var makeSchedule: (_ number: UInt64, _ length: Int) -> Schedule = { number, _ in
    .seed(number)
  }
  /// The largest number of choices that a run has made so far.
  private var length = 0
  /// Finds the schedules of the strategy `all`; `nil` for a list.
  private var search: ScheduleSearch?

  fileprivate init(_ kind: ScheduleStrategy.Kind) {
    switch kind {
    case .all(let deviations, let limit):
      search = ScheduleSearch(deviations: deviations, limit: limit)
    case .list(let count, let makeSchedule):
      numbers = 0..<UInt64(max(0, count))
      self.makeSchedule = makeSchedule
    }
  }

  /// Takes the next schedule; returns `nil` if none is left, or if the limit is reached.
  mutating func take() -> (schedule: Schedule, deviations: [ScheduleSearch.Deviation])? {
    if let number = numbers.popFirst() { return (makeSchedule(number, length), []) }
    return search?.take().map { (Schedule($0), $0) }
  }

  /// Returns an empty list, to which the run of the schedule taken last adds each deviation that is
  /// possible; `extend` makes further schedules from these, for the strategy `all` only.
  func nextDeviations(of deviations: [ScheduleSearch.Deviation]) -> NextDeviations {
    search?.nextDeviations(of: deviations) ?? NextDeviations()
  }

  /// Adds schedules with one more deviation than the schedule taken last, once that has run.
  mutating func extend(by next: NextDeviations) {
    search?.extend(by: next)
    length = max(length, next.choices)
  }

  /// The number of known schedules that have not been taken.
  var left: Int { search?.left ?? numbers.count }

  /// Whether all schedules have been taken, without reaching a limit.
  var isComplete: Bool { numbers.isEmpty && search?.isComplete != false }
}

extension ScheduleStrategy {
  /// The schedule that runs first.
  var first: Schedule? {
    var schedules = schedules
    return schedules.take()?.schedule
  }

  var schedules: StrategySchedules { StrategySchedules(kind) }
}
