/// The schedules with a bounded number of deviations from `inOrder`, fewest first, without repeats.
struct ScheduleSearch {
  /// A choice of a run that differs from that of `inOrder`.
  struct Deviation: Hashable, Sendable {
    let choice: Int
    let option: Int

    /// Reads what `Schedule.init` writes.
    static func read(_ text: Substring) -> [Deviation] {
      var deviations: [Deviation] = []
      var numbers = (choice: 0, option: 0)
      for byte in text.utf8 {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
          numbers.option = min(numbers.option * 10 + Int(byte & 15), Int(Int32.max))
        case UInt8(ascii: "."): numbers = (numbers.option, 0)
        default:
          deviations.append(Deviation(choice: numbers.choice, option: numbers.option))
          numbers = (0, 0)
        }
      }
      return deviations + [Deviation(choice: numbers.choice, option: numbers.option)]
    }
  }

  // All nodes of a search are kept, at 12 bytes each.
  /// A found schedule, with one more deviation than its parent.
  private struct Node {
    /// The parent; -1 for the schedule `inOrder`.
    let parent: Int32
    let choice: Int32
    let option: Int32
  }

  private let deviations: Int
  private let limit: Int
  /// All found schedules, those with the fewest deviations first.
  private var found = [Node(parent: -1, choice: 0, option: 0)]
  /// The number of schedules taken.
  private var taken = 0

  init(deviations: Int, limit: Int) {
    self.deviations = deviations
    self.limit = min(limit, Int(Int32.max) - 1)
  }

  /// Whether all schedules have been taken, without reaching the limit.
  var isComplete: Bool { taken == found.count }

  /// Takes a schedule; `nil` if there is none, or the limit is reached.
  mutating func take() -> [Deviation]? {
    guard taken < found.count, taken < limit else { return nil }
    defer { taken += 1 }
    var deviations: [Deviation] = []
    var node = found[taken]
    while node.parent >= 0 {
      deviations.append(Deviation(choice: Int(node.choice), option: Int(node.option)))
      node = found[Int(node.parent)]
    }
    deviations.reverse()
    return deviations
  }

  /// Collects the deviations that a run of the schedule taken last could have had after its own.
  func nextDeviations(of schedule: [Deviation]) -> NextDeviations {
    // One more than may run, to know that there are more.
    let room = schedule.count < deviations ? max(0, limit + 1 - found.count) : 0
    return NextDeviations(from: schedule.last.map { $0.choice + 1 } ?? 0, limit: room)
  }

  /// Adds the schedules with one more deviation than the schedule taken last, which has run.
  mutating func extend(by next: NextDeviations) {
    for deviation in next.list {
      found.append(
        Node(
          parent: Int32(taken - 1), choice: Int32(deviation.choice),
          option: Int32(deviation.option)))
    }
  }
}

/// The deviations that were possible in a run and that it did not have.
struct NextDeviations {
  private(set) var list: [ScheduleSearch.Deviation] = []
  /// The number of choices of the run.
  private(set) var choices = 0
  /// The first choice that counts.
  private let first: Int
  private let limit: Int

  /// Makes a list for the choices from a number on, of a limited length.
  init(from first: Int = 0, limit: Int = 0) {
    self.first = first
    self.limit = limit
  }

  /// Adds a choice; only the first of a lane's jobs is an option.
  mutating func addChoice<Options: RandomAccessCollection<ScheduleOption>>(
    among options: Options
  ) where Options.Index == Int {
    defer { choices += 1 }
    if choices < first { return }
    for index in options.indices.dropFirst() {
      if list.count >= limit { return }
      let option = options[index]
      if options[..<index].contains(where: { $0.isSameLane(as: option) }) { continue }
      let number = index - options.startIndex
      list.append(ScheduleSearch.Deviation(choice: choices, option: number))
    }
  }
}

extension Schedule {
  /// The schedule with these deviations, by position, for the same build and test.
  init(_ deviations: [ScheduleSearch.Deviation]) {
    var text = ""
    for deviation in deviations {
      text += text.isEmpty ? "@" : " "
      text += String(deviation.choice)
      text += "."
      text += String(deviation.option)
    }
    self = .deviating(text)
  }
}
