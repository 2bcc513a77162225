/// The schedules with a bounded number of deviations from `inOrder`, fewest first, without repeats.
struct ScheduleSearch {
  /// A choice of a run that differs from that of `inOrder`.
  struct Deviation: Hashable, Sendable {
    let choice: Int
    let option: Int
  }

  // All nodes of a search are kept, at 12 bytes each.
  /// A found schedule, with one more deviation than its parent.
  private struct Node {
    /// The parent; -1 for the schedule `inOrder`.
    let parent: Int32
    let choice: Int32
    let option: UInt8
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
    return deviations.reversed()
  }

  /// Adds the schedules with one more deviation, after all deviations of the schedule taken last.
  ///
  /// - Parameters:
  ///   - schedule: The schedule taken last, which has run.
  ///   - choices: The options of each of its choices except the first option, as bits.
  mutating func extend(_ schedule: [Deviation], _ choices: [UInt64]) {
    guard schedule.count < deviations else { return }
    let first = schedule.last.map { $0.choice + 1 } ?? 0
    for choice in choices.indices.dropFirst(first) {
      for option in 1..<64 where choices[choice] >> option & 1 == 1 {
        // One more than may run, to know that there are more.
        if found.count > limit { return }
        found.append(
          Node(parent: Int32(taken - 1), choice: Int32(choice), option: UInt8(option)))
      }
    }
  }
}

extension Schedule {
  /// The schedule with these deviations, by position, for the same build and test.
  init(_ deviations: [ScheduleSearch.Deviation]) {
    let list = deviations.map { "\($0.choice).\($0.option)" }.joined(separator: " ")
    self = .deviating(list.isEmpty ? "" : "@\(list)")
  }
}
