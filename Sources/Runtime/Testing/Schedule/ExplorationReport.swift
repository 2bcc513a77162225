/// What `exploreSchedules` has found: how many schedules have run, and how their runs ended.
public struct ExplorationReport: Sendable, CustomStringConvertible {
  /// The number of schedules that have run.
  public internal(set) var count = 0
  /// Whether all schedules of the strategy have run: none failed, and no limit was reached.
  public internal(set) var isComplete = false
  /// The failure, if one was expected and a schedule has failed.
  public internal(set) var failure: String?
  /// The different states in which test stores were released, each on one line, in the order in
  /// which they were found.
  public internal(set) var finalStates: [String] = []
  /// Orders that never occurred, such as `.saved before .cancelled`, of actions that occurred in
  /// the opposite order.
  ///
  /// Of a long run, only the last events count, 2,000 at least.
  package internal(set) var ordersNeverSeen: [String] = []

  /// Whether effects sent actions, and the test and its effects sent the same actions in the same
  /// order under all schedules: then no answer arrived late under any schedule.
  package internal(set) var hasOneOrder = false

  /// The report on one line: `212 schedules, 1 final state`.
  public var description: String {
    let schedules = "\(count) schedule\(count == 1 ? "" : "s")\(isComplete ? "" : ", not all")"
    let states = "\(finalStates.count) final state\(finalStates.count == 1 ? "" : "s")"
    return "\(schedules), \(states)\(hasOneOrder ? ", 1 order of actions" : "")"
  }
}
