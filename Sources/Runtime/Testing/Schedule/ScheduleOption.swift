import Ratchet

/// One of the options for what happens next in a test store, from which its schedule chooses.
///
/// Used by `LaneExecutor`, which offers the options, and by `ChoiceRecord`, which records the
/// choices. A failure report names only the *deviations*: the options that were taken although it
/// was the turn of another. A *job* is a piece of an effect's task that runs without suspending; a
/// *lane* is the executor of one effect.
enum ScheduleOption: Sendable {
  /// Who continues if an option is taken; `DelayOrder` delays, and `PriorityWalk` ranks, these
  /// subjects rather than single jobs.
  enum Subject: Hashable {
    /// A task of an effect, identified by the lane. The number distinguishes child tasks; it is
    /// `nil` for the effect's own task, for an actor, and for a sleeper, whose task is not known.
    case task(ObjectIdentifier, UInt64?)
    case test
  }

  /// A job of a lane runs; `task` is the number of the child task, if the job belongs to one.
  case run(Lane, task: UInt64?)
  /// The main queue runs its jobs. One of them may be the return of this lane's task to the main
  /// actor, from an actor or a child task.
  case mainQueue(Lane, task: UInt64?)
  /// The test continues: its step ends or, in `advance`, time passes.
  case test
  /// A sleeper whose deadline has come wakes; the lane is `nil` if it belongs to no effect.
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

  /// Returns for each option the text of the deviation that takes it, such as
  /// `run "search" #2 before "load" #1`.
  ///
  /// For the option at `first`, returns `nil`: it is the default, so taking it is not a deviation.
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
