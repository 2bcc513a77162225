import Ratchet

/// Compares the orders in which actions are sent under the schedules of an exploration: if there is
/// only one, no schedule had an answer that came late.
///
/// Used by `exploreSchedules`, which then adds a warning. An order lists the actions that the test
/// and the effects have sent in one run, for each test store.
struct SentOrders {
  /// The order of the first run.
  private var first: [[any Sendable]]?
  private var areAllEqual = true

  mutating func add(_ order: [[any Sendable]]) {
    if let first {
      areAllEqual = areAllEqual && ValueEquality.areEqual(first, order)
    } else {
      first = order
    }
  }

  /// Whether effects sent actions, and all schedules gave the same order although one of them could
  /// have given another.
  func isOne(of report: ExplorationReport, _ strategy: ScheduleStrategy) -> Bool {
    guard areAllEqual, first?.isEmpty == false else { return false }
    if report.count > 1 { return true }
    // A single run counts only if deviations were wanted and none was possible.
    guard case .all(let deviations, _) = strategy.kind else { return false }
    return deviations > 0 && report.isComplete
  }

  /// The warning that there is only one order.
  func note(after count: Int) -> String {
    let actions = Story.folded((first ?? []).joined().map { ValueLine.text($0) }).prefix(20)
    return """
      Actions were sent in only one order, under \(count == 1 ? "1 schedule" : "\(count) schedules"):

      \(actions.joined(separator: "\n"))

      So no answer was late. Fakes that never suspend, or that all wait for one actor, answer in \
      order. To fix this, make each fake suspend on its own, with 'await Task.yield()' or \
      'clock.sleep(for:)', and send the next action before the last answer is received.
      """
  }
}
