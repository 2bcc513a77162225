import Ratchet

/// An option for what happens next in a test store, from which its schedule chooses.
enum ScheduleOption: Sendable {
  /// A job of a lane runs.
  case run(Lane)
  /// The main queue runs its jobs, such as a return from an actor to the main actor.
  case mainQueue
  /// The test continues.
  case test
  /// A parked action is reduced.
  case receive(any Sendable)
  /// A sleeper whose deadline has passed wakes.
  case wake(Lane?)

  /// Whether the lane that ran last continues with this option, or may do so.
  func continues(_ lane: ObjectIdentifier) -> Bool {
    switch self {
    case .run(let other): ObjectIdentifier(other) == lane
    case .mainQueue: true
    case .test, .receive, .wake: false
    }
  }

  /// Whether both are jobs, or both sleeps, of the same lane.
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

  /// The deviations of taking each of these options instead of the first, which is that of
  /// `inOrder` and has none.
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
