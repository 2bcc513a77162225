/// The schedules that deviate from `inOrder` in at most so many choices, fewest first, none twice.
struct ScheduleSearch {
  /// One choice of a run that is not what happens in order.
  struct Deviation: Hashable, Sendable {
    let choice: Int
    let option: Int
  }

  private let deviations: Int
  private let limit: Int
  /// Found and not taken yet; those with the fewest deviations first.
  private var found: [[Deviation]] = [[]]
  private var next = 0

  init(deviations: Int, limit: Int) {
    self.deviations = deviations
    self.limit = limit
  }

  /// How many schedules have been taken.
  var count: Int { next }

  /// Whether all schedules have been taken, or the limit came first.
  var isComplete: Bool { next == found.count }

  /// Takes a schedule; `nil` if there is none, or if the limit is reached.
  mutating func take() -> [Deviation]? {
    guard next < found.count, next < limit else { return nil }
    defer { next += 1 }
    let schedule = found[next]
    // What has been taken is not needed any more, only counted.
    found[next] = []
    return schedule
  }

  /// Finds the schedules that deviate once more, after all deviations of one that has run.
  ///
  /// - Parameters:
  ///   - schedule: What has run.
  ///   - choices: The options of each of its choices but the first one, as bits.
  mutating func extend(_ schedule: [Deviation], _ choices: [UInt64]) {
    guard schedule.count < deviations else { return }
    let first = schedule.last.map { $0.choice + 1 } ?? 0
    for choice in choices.indices.dropFirst(first) {
      for option in 1..<64 where choices[choice] >> option & 1 == 1 {
        // One more than can run, so that it is known that there are more.
        if found.count > limit { return }
        found.append(schedule + [Deviation(choice: choice, option: option)])
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
