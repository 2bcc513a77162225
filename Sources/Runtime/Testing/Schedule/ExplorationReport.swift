/// What an exploration has found.
public struct ExplorationReport: Sendable, CustomStringConvertible {
  /// One of the states in which the test stores of a test were released.
  public struct FinalState: Sendable, CustomStringConvertible {
    /// The state, in one line.
    public let description: String
    /// How many schedules led to it.
    public internal(set) var count: Int
    /// The first of them: the deviations from what happens in order.
    public let schedule: Schedule
  }

  /// How many schedules have run.
  public internal(set) var count = 0
  /// Whether all schedules of the strategy have run: none failed, and no limit came first.
  public internal(set) var isComplete = false
  /// The different states at the ends of the runs, in the order in which they were found.
  public internal(set) var finalStates: [FinalState] = []
  /// Which actions came in one order only, as `.saved before .cancelled`: never in this one, though
  /// both came in one run.
  public internal(set) var ordersNeverSeen: [String] = []

  /// The report in one line: `212 schedules, 1 final state`.
  public var description: String {
    let schedules = "\(count) schedule\(count == 1 ? "" : "s")\(isComplete ? "" : ", not all")"
    let states = "\(finalStates.count) final state\(finalStates.count == 1 ? "" : "s")"
    return "\(schedules), \(states)"
  }
}
