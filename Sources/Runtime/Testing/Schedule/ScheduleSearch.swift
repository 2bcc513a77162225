/// The schedules that deviate from `inOrder` in at most so many choices, fewest first, none twice.
struct ScheduleSearch {
  /// One choice of a run that is not what happens in order.
  struct Deviation: Hashable, Sendable {
    let choice: Int
    let option: Int
  }

  // All of a search are kept: 12 bytes each.
  /// A schedule that has been found: it deviates once more than another one.
  private struct Node {
    /// The other one; -1 for the one that is in order.
    let parent: Int32
    let choice: Int32
    let option: UInt8
  }

  private let deviations: Int
  private let limit: Int
  /// All schedules that have been found; those with the fewest deviations first.
  private var found = [Node(parent: -1, choice: 0, option: 0)]
  /// How many of them have been taken.
  private var taken = 0

  init(deviations: Int, limit: Int) {
    self.deviations = deviations
    self.limit = min(limit, Int(Int32.max) - 1)
  }

  /// Whether all schedules have been taken, and no limit came first.
  var isComplete: Bool { taken == found.count }

  /// Takes a schedule; `nil` if there is none, or if the limit is reached.
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

  /// Finds the schedules that deviate once more, after all deviations of the one that was taken
  /// last.
  ///
  /// - Parameters:
  ///   - schedule: What was taken last, and has run.
  ///   - choices: The options of each of its choices but the first one, as bits.
  mutating func extend(_ schedule: [Deviation], _ choices: [UInt64]) {
    guard schedule.count < deviations else { return }
    let first = schedule.last.map { $0.choice + 1 } ?? 0
    for choice in choices.indices.dropFirst(first) {
      for option in 1..<64 where choices[choice] >> option & 1 == 1 {
        // One more than can run, so that it is known that there are more.
        if found.count > limit { return }
        found.append(
          Node(parent: Int32(taken - 1), choice: Int32(choice), option: UInt8(option)))
      }
    }
  }
}

extension Schedule {
  /// The schedule with these deviations; by position, for the same build and the same test.
  init(_ deviations: [ScheduleSearch.Deviation]) {
    let list = deviations.map { "\($0.choice).\($0.option)" }.joined(separator: " ")
    self = .deviating(list.isEmpty ? "" : "@\(list)")
  }
}
