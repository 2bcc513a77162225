import Ratchet

/// One of the options for what happens next in a test store, from which its schedule chooses.
///
/// Used by `LaneExecutor`, which offers the options; a failure report names those that were taken.
/// A *job* is a piece of an effect's task; a *lane* is the executor of one effect.
enum ScheduleOption: Sendable {
  /// A job of a lane runs.
  case run(Lane)
  /// The main queue runs its jobs, such as a return from an actor to the main actor.
  case mainQueue
  /// The test continues.
  case test
  /// A parked action, which an effect has sent and which waits for the test, is reduced.
  case receive(any Sendable)
  /// A sleeper whose deadline has passed wakes.
  case wake(Lane?)

  /// Whether a lane continues with this option, or may continue: its task may be one of those that
  /// come back through the main queue.
  func continues(_ lane: ObjectIdentifier) -> Bool {
    switch self {
    case .run(let other): ObjectIdentifier(other) == lane
    case .mainQueue: true
    case .test, .receive, .wake: false
    }
  }

  /// Whether both options are jobs, or both are sleeps, of the same lane.
  func isSameLane(as other: ScheduleOption) -> Bool {
    switch (self, other) {
    case (.run(let lane), .run(let otherLane)): lane === otherLane
    case (.wake(let lane?), .wake(let otherLane?)): lane === otherLane
    default: false
    }
  }

  /// The name of the option's subject.
  fileprivate var label: String {
    switch self {
    case .run(let lane): lane.shortLabel
    case .mainQueue: "the main queue"
    case .test: "the test"
    case .receive(let action): ValueLine.text(action)
    case .wake(let lane): lane?.shortLabel ?? "a task"
    }
  }

  /// The verb for the option.
  private var verb: String {
    switch self {
    case .run: "run "
    case .mainQueue, .test: ""
    case .receive: "receive "
    case .wake: "wake "
    }
  }

  /// Describes for each option that it is taken before the first: a *deviation* from `inOrder`.
  ///
  /// The first option is the one that `inOrder` takes, so it has no text.
  static func deviations(_ options: some Collection<ScheduleOption>) -> [String?] {
    guard let first = options.first?.label else { return [] }
    var seen: [String: Int] = [first: 1]
    return options.enumerated().map { index, option in
      if index == 0 { return nil }
      let label = option.label
      let number = seen[label, default: 0] + 1
      seen[label] = number
      // Of two jobs of one lane, the second belongs to another child task.
      let which = number == 1 ? "" : " (number \(number))"
      return "\(option.verb)\(label)\(which) before \(first)"
    }
  }
}
