import Ratchet

/// One of the options for what happens next in a test store, from which its schedule chooses.
///
/// Used by `LaneExecutor`, which offers the options, and by `ChoiceRecord`, which records the
/// choices. A failure report names only the deviations: the options that were taken out of turn. A
/// *job* is a piece of an effect's task; a *lane* is the executor of one effect.
enum ScheduleOption: Sendable {
  /// Who continues if an option is taken; `DelayOrder` delays, and `PriorityWalk` ranks, these
  /// subjects rather than single jobs.
  enum Subject: Hashable {
    /// A task of an effect, identified by its lane; the number tells child tasks apart, and is
    /// `nil` if the task is not known to be one.
    case task(ObjectIdentifier, UInt64?)
    case test
  }

  /// A job of a lane runs; the number tells child tasks of one effect apart.
  case run(Lane, task: UInt64?)
  /// The main queue runs its jobs, such as the return of this lane's task from an actor to the main
  /// actor.
  case mainQueue(Lane, task: UInt64?)
  /// The test continues: its step ends or, in `advance`, time passes.
  case test
  /// A sleeper whose deadline has passed wakes.
  case wake(Lane?)

  /// Whether this option runs the lane, or may run it: on a turn of the main queue, any lane's task
  /// may be returning.
  func mayRun(_ lane: ObjectIdentifier) -> Bool {
    switch self {
    case .run(let other, _): ObjectIdentifier(other) == lane
    case .mainQueue: true
    case .test, .wake: false
    }
  }

  /// Who continues; `nil` for a sleeper that belongs to no effect.
  var subject: Subject? {
    switch self {
    case .run(let lane, let task), .mainQueue(let lane, let task):
      .task(ObjectIdentifier(lane), task)
    case .wake(let lane?): .task(ObjectIdentifier(lane), nil)
    case .wake(nil): nil
    case .test: .test
    }
  }

  /// Whether a child task continues.
  var isOfChild: Bool { if case .task(_, _?)? = subject { true } else { false } }

  /// How many tasks of the option's effect sleep on the clock of the test store.
  var sleeps: Int {
    switch self {
    case .run(let lane, _), .mainQueue(let lane, _), .wake(let lane?): lane.sleeps
    case .wake(nil), .test: 0
    }
  }

  /// The name of the option's subject.
  fileprivate var label: String {
    switch self {
    case .run(let lane, _), .mainQueue(let lane, _): lane.shortLabel
    case .test: "the test"
    case .wake(let lane): lane?.shortLabel ?? "a task"
    }
  }

  /// The verb for the option.
  private var verb: String {
    switch self {
    case .run: "run "
    case .mainQueue: "return "
    case .test: ""
    case .wake: "wake "
    }
  }

  /// For each option, the text of the *deviation* (a choice that differs from the schedule
  /// `inOrder`) that taking it would be, such as `run "search" #2 before "load" #1`.
  ///
  /// The option at `first` has no text: it is the one whose turn it is, so taking it is no
  /// deviation.
  static func deviations(
    _ options: some RandomAccessCollection<ScheduleOption>, first: Int
  ) -> [String?] {
    var seen: [String: Int] = [:]
    let names = options.map { option in
      let name = option.verb + option.label
      let number = seen[name, default: 0] + 1
      seen[name] = number
      // Jobs of one effect have the same name: a number tells them apart.
      return number == 1 ? name : "\(name) (number \(number))"
    }
    let label = options[options.index(options.startIndex, offsetBy: first)].label
    return names.enumerated().map { $0.offset == first ? nil : "\($0.element) before \(label)" }
  }
}
