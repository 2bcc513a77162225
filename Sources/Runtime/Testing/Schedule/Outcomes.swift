import Ratchet

/// What came of the runs of an exploration: their final states, and the orders of their actions.
@MainActor final class Outcomes {
  private struct Entry {
    let isEqual: (Any) -> Bool
    var state: ExplorationReport.FinalState
  }

  private var entries: [Entry] = []
  private var orders: Set<[String]> = []

  /// Adds the state in which a test store is released.
  func add<State: Equatable>(_ state: State, deviations: @autoclosure () -> [String]) {
    if let index = entries.firstIndex(where: { $0.isEqual(state) }) {
      entries[index].state.count += 1
      return
    }
    let final = ExplorationReport.FinalState(
      description: ValueLine.text(state), count: 1, schedule: Schedule(deviations: deviations()))
    entries.append(Entry(isEqual: { $0 as? State == state }, state: final))
  }

  /// Adds the order in which a store has reduced actions.
  func add(_ actions: [any Sendable]) {
    orders.insert(actions.map { CaseReflection($0).map { ".\($0.name)" } ?? ValueLine.text($0) })
  }

  var finalStates: [ExplorationReport.FinalState] { entries.map(\.state) }

  /// The orders of two actions that no run has shown, though another one has shown the contrary.
  var ordersNeverSeen: [String] {
    var pairs: Set<[String]> = []
    for order in orders {
      for (index, first) in order.enumerated() {
        for second in order[(index + 1)...] where first != second { pairs.insert([first, second]) }
      }
    }
    return pairs.filter { !pairs.contains($0.reversed()) }
      .map { "\($0[1]) before \($0[0])" }.sorted()
  }
}
