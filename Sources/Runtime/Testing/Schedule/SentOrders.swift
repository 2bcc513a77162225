import Ratchet

/// Compares the orders in which actions are sent under the schedules of an exploration.
///
/// If there is only one order, no schedule had a *late answer*: an action of an effect that comes
/// after one that it precedes under another schedule. Used by `exploreSchedules`, which then adds a
/// warning.
///
/// An order (`Exploration.sends`) has, for each test store of a run, the actions that the test and
/// the effects have sent. It leaves out stores whose order says nothing: no effect sent an action,
/// or an effect was cancelled, which is how a feature prevents a late answer.
struct SentOrders {
  /// The order of the first run, with a list for each test store; empty if no store counts.
  private var first: [[any Sendable]]?
  private var areAllEqual = true

  mutating func add(_ order: [[any Sendable]]) {
    if let first {
      areAllEqual = areAllEqual && ValueEquality.areEqual(first, order)
    } else {
      first = order
    }
  }

  /// Whether effects sent actions, and all schedules of an exploration gave the same order.
  func isOne(of report: ExplorationReport, _ strategy: ScheduleStrategy) -> Bool {
    guard areAllEqual, first?.isEmpty == false else { return false }
    if report.count > 1 { return true }
    // A single run counts only if the strategy asks for deviations from the default order and none
    // was possible: then no other order can exist.
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
