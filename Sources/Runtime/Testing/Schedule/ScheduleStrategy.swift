/// The schedules that an exploration runs.
public struct ScheduleStrategy: Sendable {
  enum Kind {
    case all(deviations: Int, limit: Int)
    case list([Schedule])
  }

  let kind: Kind

  /// All schedules with at most `deviations` deviations from ``Schedule/inOrder``, those with the
  /// fewest first, so that the first failing one is minimal.
  ///
  /// A race of depth *n* needs *n* deviations. No schedule runs twice.
  ///
  /// - Parameters:
  ///   - deviations: The most choices that may differ from `inOrder`.
  ///   - limit: The most schedules to run.
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
    Self(kind: .list(Schedule.seeds(count, from: first)))
  }

  /// Schedules with random priorities, which find deep races more often than ``random(_:from:)``.
  ///
  /// - Parameters:
  ///   - count: The number of schedules.
  ///   - depth: The number of events that must happen in a certain order.
  ///   - first: The first seed.
  /// - Returns: The strategy.
  public static func pct(_ count: Int, depth: Int, from first: UInt64 = 0) -> Self {
    Self(
      kind: .list(
        (0..<UInt64(max(0, count))).map { .priorities(seed: first &+ $0, depth: depth) }))
  }
}

/// The schedules of a strategy, one after the other.
struct StrategySchedules {
  private var list: ArraySlice<Schedule>
  private var search: ScheduleSearch?

  fileprivate init(_ kind: ScheduleStrategy.Kind) {
    switch kind {
    case .all(let deviations, let limit):
      list = []
      search = ScheduleSearch(deviations: deviations, limit: limit)
    case .list(let schedules): list = schedules[...]
    }
  }

  mutating func take() -> (schedule: Schedule, deviations: [ScheduleSearch.Deviation])? {
    if let next = list.popFirst() { return (next, []) }
    return search?.take().map { (Schedule($0), $0) }
  }

  /// Adds schedules according to the choices of one that has run.
  mutating func extend(
    _ next: (schedule: Schedule, deviations: [ScheduleSearch.Deviation]),
    _ choices: [UInt64]
  ) {
    search?.extend(next.deviations, choices)
  }

  /// Whether all have been taken, without reaching a limit.
  var isComplete: Bool { list.isEmpty && search?.isComplete != false }
}

extension ScheduleStrategy {
  var schedules: StrategySchedules { StrategySchedules(kind) }
}
