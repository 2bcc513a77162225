import RatchetDependencies
import Testing

extension Exploration {
  /// What `exploreSchedules` reports of a run that failed: the failure, the events that led to it,
  /// and the *deviations*, the choices that differ from the schedule `inOrder`.
  struct Failure: Sendable {
    let text: String
    let location: SourceLocation
    /// Whether an expectation of the test itself failed, as opposed to one of a test store.
    let isExpectation: Bool
    /// The events of the failed run, a line each.
    var trace: [String]
    /// The events of the run under `inOrder`, a line each; empty if the test fails then too, or has
    /// several test stores.
    var passing: [String] = []
    /// The last lines of the failure, which say where its page is; empty without a page.
    var pageText = ""
    /// The schedule and the deviations of the run, with which it can be repeated.
    package let choices: RunChoices
    /// The number of test stores that the run had made.
    let storeCount: Int
    /// Whether the run had the schedule `inOrder`: then the test fails without an exploration too.
    let isInOrder: Bool
  }
}

extension Exploration.Failure {
  /// Records the failure in the test, with its events, and with how to run its schedule again.
  func record(of schedule: Schedule) {
    let parts =
      if isInOrder {
        ["The test fails in the default order; no schedule is needed: \(text)\n\n", traceText]
      } else {
        [
          "The schedule \(name(of: schedule)) fails: \(text)\n\n",
          choices.deviationsText(hasSeveralStores: hasSeveralStores), traceText, earlyReadText,
          runText(schedule),
        ]
      }
    IssueRecorder.add(parts.joined() + pageText, at: location)
  }

  private var hasSeveralStores: Bool { storeCount > 1 }

  private func name(of schedule: Schedule) -> String {
    if case .seed(let seed) = schedule { return "of seed \(seed)" }
    return hasSeveralStores ? "of \(storeCount) test stores" : "\(choices.deviating(store: 0))"
  }

  /// The events of the failed run, with a mark at the first one that differs from the run in order.
  private var traceText: String {
    if trace.isEmpty { return "" }
    let mark = passing.isEmpty ? nil : commonCount
    let lines = Story.lines(trace, mark: mark, around: mark ?? trace.count)
    let heading = isInOrder ? "In the default order:" : "Under this schedule:"
    return "\(heading)\n\n\(lines.joined(separator: "\n"))\n\n\(passingText)"
  }

  /// The events of the run in order, from the first one that differs.
  private var passingText: String {
    if passing.count <= commonCount { return "" }
    let lines = Story.lines(
      passing, mark: commonCount, around: commonCount, from: commonCount, limit: 20)
    return """
      In the default order the test passes, with these events:

      \(lines.joined(separator: "\n"))


      """
  }

  /// What to do if the run had the same events as the run in order, only fewer: then the failed
  /// expectation read something outside of the test stores, which an effect had not changed yet.
  private var earlyReadText: String {
    guard isExpectation, commonCount == trace.count, passing.count > trace.count else { return "" }
    return """
      An effect was in flight at \(location.fileID):\(location.line), where the test read something \
      outside of its test store. If the effect must end first, call 'await store.settle()' before this \
      line.


      """
  }

  /// The number of events before the first one that differs from the run in order.
  private var commonCount: Int { zip(trace, passing).prefix { $0 == $1 }.count }

  /// Says how to run the failing schedule alone.
  private func runText(_ schedule: Schedule) -> String {
    let stores = hasSeveralStores ? "each test store" : "the test store"
    let follow = followText
    guard case .seed(let seed) = schedule else {
      return "To run it alone, give \(follow ?? "\(stores) 'schedule: .inOrder'")."
    }
    // A seed is shorter than one schedule for each test store.
    let given = hasSeveralStores ? stores : follow.map { "\($0) or" } ?? stores
    return """
      To run it alone, give \(given) 'schedule: .seed(\(seed))', or call \
      'exploreSchedules(1, from: \(seed))'.
      """
  }

  /// Says which schedule to give to which test store; `nil` if there are no deviations.
  private var followText: String? {
    guard let last = choices.deviations.last else { return nil }
    let stores =
      hasSeveralStores ? "the test stores, in order of creation," : "the test store"
    let schedules = (0...last.store).map { "'schedule: \(choices.deviating(store: $0))'" }
    return "\(stores) \(schedules.joined(separator: ", "))"
  }
}
