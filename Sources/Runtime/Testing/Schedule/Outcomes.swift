import Ratchet

/// Collects the outcomes of an exploration, which runs a test under many schedules: the final
/// states of the runs, and the orders of their actions.
///
/// Used by `exploreSchedules`, which returns the outcomes in its report, and by each test store,
/// which adds its outcome at its end. Owns each different final state. Do not add a state that is
/// not final: it would count as another outcome.
@MainActor final class Outcomes {
  private struct FinalState {
    let state: Any
    /// Whether another state has the same type and is equal.
    let isEqual: (Any) -> Bool
    let text: String
  }

  /// The different final states, in the order in which they were found.
  private var entries: [FinalState] = []
  private var orders = ActionOrders()

  /// Adds the final state of a test store.
  func addState<State: Equatable>(_ state: State) {
    if entries.contains(where: { $0.isEqual(state) }) { return }
    var text = ValueLine.text(state)
    // The text of a large state is cut: it would not show how the state differs.
    if let first = entries.first?.state, !ValueLine.isWhole(state) {
      let changes = ChangeAssignments.texts(from: first, to: state)
      text += " (unlike the first: \(ChangeAssignments.line(changes)))"
    }
    entries.append(FinalState(state: state, isEqual: { $0 as? State == state }, text: text))
  }

  /// Adds the order in which a store has reduced actions.
  func addOrder(of actions: some Sequence<any Sendable>) {
    orders.add(actions)
  }

  var finalStates: [String] { entries.map(\.text) }

  /// The orders of two actions that occurred in no run, although the opposite order occurred.
  var ordersNeverSeen: [String] { orders.neverSeen }
}

/// Records which actions came before which others in any run; each pair of actions only once, to
/// keep the memory independent of the number of runs.
private struct ActionOrders {
  /// By the name of an action, the names of those that have come before it.
  private var earlier: [String: Set<String>] = [:]

  mutating func add(_ actions: some Sequence<any Sendable>) {
    var before: Set<String> = []
    for action in actions {
      let title = CaseReflection.title(of: action)
      earlier[title, default: []].formUnion(before)
      before.insert(title)
    }
  }

  /// For each pair of actions that occurred in one order only, the opposite order, sorted.
  var neverSeen: [String] {
    earlier.flatMap { second, before in
      before.filter { $0 != second && earlier[$0]?.contains(second) != true }
        .map { "\(second) before \($0)" }
    }.sorted()
  }
}

extension CaseReflection {
  /// The name of an action in a report: its case, or the whole value if it is not an enum.
  fileprivate static func title(of action: any Sendable) -> String {
    CaseReflection(action).map { ".\($0.name)" } ?? ValueLine.text(action)
  }
}
