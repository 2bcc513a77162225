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
    let isEqual: (Any) -> Bool
    let text: String
  }

  private var entries: [FinalState] = []
  private var orders = ActionOrders()

  /// Adds the final state of a test store.
  func addState<State: Equatable>(_ state: State) {
    if entries.contains(where: { $0.isEqual(state) }) { return }
    var text = ValueLine.text(state)
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

/// Records which actions came before which others in any run; only once per pair of actions, so
/// that the memory does not grow with the number of runs.
private struct ActionOrders {
  private var names: [String] = []
  private var numbers: [String: Int] = [:]
  /// The numbers by case tag, so that each case is reflected once.
  private var numbersOfCases: [Case: Int] = [:]
  /// The actions that have come before each action, by its number.
  private var earlier: [Set<Int>] = []

  private struct Case: Hashable {
    let type: ObjectIdentifier
    let id: CaseID
  }

  mutating func add(_ actions: some Sequence<any Sendable>) {
    // An array instead of a set, because there are few different actions.
    var before: [Int] = []
    for action in actions {
      let number = number(of: action)
      earlier[number].formUnion(before)
      if !before.contains(number) { before.append(number) }
    }
  }

  private mutating func number(of action: any Sendable) -> Int {
    guard let id = CaseReflection.id(of: action) else {
      return number(of: CaseReflection.title(of: action))
    }
    let key = Case(type: ObjectIdentifier(type(of: action)), id: id)
    if let number = numbersOfCases[key] { return number }
    let number = number(of: CaseReflection.title(of: action))
    numbersOfCases[key] = number
    return number
  }

  private mutating func number(of name: String) -> Int {
    if let number = numbers[name] { return number }
    let number = names.count
    numbers[name] = number
    names.append(name)
    earlier.append([])
    return number
  }

  /// For each pair of actions that occurred in one order only, the opposite order.
  var neverSeen: [String] {
    names.indices.flatMap { second in
      earlier[second].filter { $0 != second && !earlier[$0].contains(second) }
        .map { "\(names[second]) before \(names[$0])" }
    }.sorted()
  }
}

extension CaseReflection {
  /// The name of an action in a report: its case, or the whole value if it is not an enum.
  fileprivate static func title(of action: any Sendable) -> String {
    CaseReflection(action).map { ".\($0.name)" } ?? ValueLine.text(action)
  }
}
