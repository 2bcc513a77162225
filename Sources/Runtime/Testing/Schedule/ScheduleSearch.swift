/// Hands out the schedules with a limited number of deviations from the schedule `inOrder`: those
/// with the fewest first, each schedule once.
///
/// A *deviation* is one delay, as `DelayOrder` explains. Used to explore all schedules, and to find
/// a shorter schedule for a failure. After each run, the caller passes back the deviations that
/// were possible after the schedule's own: each one makes a further schedule.
struct ScheduleSearch {
  /// The number of a choice in a run, and the option that is taken.
  struct Deviation: Hashable, Sendable {
    let choice: Int
    let option: Int

    /// Reads what `Schedule.init` writes.
    static func read(_ text: Substring) -> [Deviation] {
      pairs(text.split { $0 == " " || $0 == "." }.map { Int($0) ?? 0 })
    }

    /// Each two numbers as those of a choice and its option.
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
  /// All found schedules, those with the fewest deviations first.
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

  /// An empty list for the deviations that a run of the schedule taken last could have had after
  /// its own deviations.
  func nextDeviations(of schedule: [Deviation]) -> NextDeviations {
    // Room for one more schedule than may run, so that `isComplete` is false at the limit.
    let room = schedule.count < deviations ? max(-1, limit - found.count) + 1 : 0
    return NextDeviations(from: schedule.last.map { $0.choice + 1 } ?? 0, limit: room)
  }

  /// Adds the schedules with one more deviation than the schedule taken last, which has run.
  mutating func extend(by next: NextDeviations) {
    if next.isCut { isCut = true }
    // Nothing needs it any more: without this, the memory would grow with each schedule.
    let last = exchange(&found[taken - 1], with: [])
    found += next.list.map { last + [$0] }
  }
}

/// Collects the deviations that were possible in a run and did not happen: the search tries them
/// next.
struct NextDeviations {
  private(set) var list: [ScheduleSearch.Deviation] = []
  /// Whether more deviations were possible than the limit allows.
  private(set) var isCut = false
  /// Who continues with each deviation of the last choice.
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

  /// Adds the deviations that a choice allows: all options but the one to take without any.
  mutating func addChoice<Options: RandomAccessCollection<ScheduleOption>>(
    among options: Options, first taken: Int
  ) where Options.Index == Int {
    defer { choices += 1 }
    last = []
    if choices < first { return }
    for number in 0..<options.count where number != taken {
      if list.count >= limit {
        isCut = limit > 0
        return
      }
      list.append(ScheduleSearch.Deviation(choice: choices, option: number))
      last.append(options[options.startIndex + number].subject)
    }
  }

  /// Removes the deviations of the last choice that are possible at the next one as well: in
  /// between, a task has only yielded.
  mutating func removeLastChoice<Options: RandomAccessCollection<ScheduleOption>>(
    exceptOf next: Options
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
  /// The schedule with these deviations, by position, for the same build and test.
  init(_ deviations: [ScheduleSearch.Deviation]) {
    let texts = deviations.map { "\($0.choice).\($0.option)" }
    self = .deviating(texts.isEmpty ? "" : "@" + texts.joined(separator: " "))
  }
}
