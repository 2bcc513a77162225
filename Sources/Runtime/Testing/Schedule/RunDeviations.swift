/// Lists how the test stores of one explored run deviate from the schedule `inOrder`, in the order
/// in which the stores were made: to report, repeat, and shorten a failing run.
///
/// A *deviation* is one choice that differs from `inOrder`, as text. Each store has its own list,
/// because a deviation has a meaning only in the store that made the choice.
struct RunDeviations: Sendable, Equatable {
  private(set) var stores: [[String]]

  var all: [String] { stores.flatMap(\.self) }
  var count: Int { stores.reduce(0) { $0 + $1.count } }
  var isEmpty: Bool { stores.allSatisfy(\.isEmpty) }

  /// The schedule of each store, up to the last one that deviates.
  var schedules: [Schedule] {
    let end = stores.lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? 0
    return stores[..<end].map { Schedule(deviations: $0) }
  }

  /// The schedule of the store with this number, from 0.
  func schedule(ofStore number: Int) -> Schedule {
    stores.indices.contains(number) ? Schedule(deviations: stores[number]) : .inOrder
  }

  /// The lists without the deviations at some positions in `all`.
  func without(_ undone: Set<Int>) -> RunDeviations {
    var position = 0
    return RunDeviations(
      stores: stores.map { deviations in
        defer { position += deviations.count }
        return deviations.enumerated()
          .filter { !undone.contains(position + $0.offset) }
          .map(\.element)
      })
  }

  /// Whether there are fewer deviations than in other lists, or as many, taken earlier.
  func isSimpler(than other: RunDeviations) -> Bool {
    count < other.count || count == other.count && self == other.withoutTimes && self != other
  }

  /// The lists with each deviation taken the first time that it is possible.
  var withoutTimes: RunDeviations {
    RunDeviations(stores: stores.map { $0.map(DeviationReader.withoutTime) })
  }
}
