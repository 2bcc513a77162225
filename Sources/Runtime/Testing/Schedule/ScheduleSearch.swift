/// Hands out the schedules with a limited number of deviations from the schedule `inOrder`: those
/// with the fewest first, each schedule once.
///
/// A *deviation* takes another option than the default, and so delays the default (`DelayOrder`).
/// Used to explore all schedules, and to find a shorter schedule for a failure. After each run, the
/// caller passes back the deviations that were possible after the schedule's own: each of them,
/// added to the schedule that ran, makes a further schedule.
struct ScheduleSearch {
  /// A deviation by position: the number of a choice in a run, and the index of the option that it
  /// takes, both from 0.
  struct Deviation: Hashable, Sendable {
    let choice: Int
    let option: Int

    /// Reads the text that `Schedule.init` writes after the `@`, such as `4.1 7.2`.
    static func read(_ text: Substring) -> [Deviation] {
      pairs(text.split { $0 == " " || $0 == "." }.map { Int($0) ?? 0 })
    }

    /// Makes a deviation of each two numbers: the choice, then the option.
    static func pairs(_ numbers: [Int]) -> [Deviation] {
      stride(from: 0, to: numbers.count - 1, by: 2).map {
        Deviation(choice: numbers[$0], option: max(0, numbers[$0 + 1]))
      }
    }
  }

  /// The most deviations of a schedule.
  private let deviations: Int
  /// The most schedules to hand out.
  private let limit: Int
  /// All found schedules, those with the fewest deviations first; at the start, only the one
  /// without deviations.
  private var found: [[Deviation]] = [[]]
  /// The number of schedules taken.
  private var taken = 0
  /// Whether deviations were left out because of the limit.
  private var isCut = false

  init(deviations: Int, limit: Int) {
    self.deviations = deviations
    self.limit = max(0, limit)
  }

  /// Whether all schedules have been taken, without reaching the limit.
  var isComplete: Bool { taken == found.count && !isCut }

  /// The number of schedules that have been found and not taken.
  var left: Int { found.count - taken }

  /// Takes the next schedule; returns `nil` if none is left, or if the limit is reached.
  mutating func take() -> [Deviation]? {
    guard taken < found.count, taken < limit else { return nil }
    defer { taken += 1 }
    return found[taken]
  }

  /// Returns an empty list, to which the run of `schedule` adds the deviations that are possible
  /// after the schedule's own.
  func nextDeviations(of schedule: [Deviation]) -> NextDeviations {
    // Room for one more schedule than may run, so that `isComplete` is false at the limit. No room
    // if the schedule has as many deviations as are allowed.
    let room = schedule.count < deviations ? max(-1, limit - found.count) + 1 : 0
    return NextDeviations(from: schedule.last.map { $0.choice + 1 } ?? 0, limit: room)
  }

  /// Adds the schedules with one more deviation than the schedule taken last, which has run.
  mutating func extend(by next: NextDeviations) {
    if next.isCut { isCut = true }
    // The schedule has run and is not needed any more. If it were kept, the memory would grow with
    // each schedule.
    let last = exchange(&found[taken - 1], with: [])
    found += next.list.map { last + [$0] }
  }
}

/// Collects the deviations that were possible in a run and did not happen: the search tries them
/// next.
///
/// Used by `Exploration`, to which the test stores of a run pass each choice.
struct NextDeviations {
  private(set) var list: [ScheduleSearch.Deviation] = []
  /// Whether more deviations were possible than the limit allows.
  private(set) var isCut = false
  /// For each deviation of the last choice, who continues: a task or the test; these deviations are
  /// the end of `list`.
  private var last: [ScheduleOption.Subject?] = []
  /// The number of choices of the run.
  private(set) var choices = 0
  /// The number of the first choice after the deviations that the run did have.
  private let first: Int
  private let limit: Int

  /// Makes an empty list of limited length for the choices from the number `first` on.
  init(from first: Int = 0, limit: Int = 0) {
    self.first = first
    self.limit = max(0, limit)
  }

  /// Adds the deviations that a choice allows: all options but the default.
  mutating func addChoice<Options: RandomAccessCollection<ScheduleOption>>(
    among options: Options, first defaultOption: Int
  ) where Options.Index == Int {
    defer { choices += 1 }
    last = []
    if choices < first { return }
    for number in 0..<options.count where number != defaultOption {
      if list.count >= limit {
        // With a limit of 0, no deviation is wanted, so none counts as left out.
        isCut = limit > 0
        return
      }
      list.append(ScheduleSearch.Deviation(choice: choices, option: number))
      last.append(options[options.startIndex + number].subject)
    }
  }

  /// Removes the deviations of the last choice that are possible among the next options as well.
  ///
  /// Called if a task has only yielded in between: the same delay before and after that would show
  /// nothing new.
  mutating func removeDeviationsOfLastChoice<Options: RandomAccessCollection<ScheduleOption>>(
    possibleAmong next: Options
  ) {
    if last.isEmpty { return }
    let possible = Set(next.compactMap(\.subject))
    let removed = last.indices.filter { last[$0].map(possible.contains) == true }
    let start = list.count - last.count
    for index in removed.reversed() { list.remove(at: start + index) }
    last = []
  }
}

extension Schedule {
  /// Makes the schedule with these deviations, by position, for the same build and test.
  init(_ deviations: [ScheduleSearch.Deviation]) {
    let texts = deviations.map { "\($0.choice).\($0.option)" }
    self = .deviating(texts.isEmpty ? "" : "@" + texts.joined(separator: " "))
  }
}
