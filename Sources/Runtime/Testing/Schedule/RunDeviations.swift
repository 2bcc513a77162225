/// How the test stores of a run deviate from `inOrder`, in the order in which they were made.
///
/// Each has a list of its own, because a deviation has a meaning only in the store that had it.
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

  /// Without some deviations, by their positions in `all`.
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

  /// Each deviation at the first time that it is possible.
  var withoutTimes: RunDeviations {
    RunDeviations(stores: stores.map { $0.map(DeviationReader.withoutTime) })
  }
}
