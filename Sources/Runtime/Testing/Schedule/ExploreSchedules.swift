import RatchetDependencies
public import Testing

/// Runs a test under many schedules, and stops at the first under which it fails.
///
/// ```swift
/// await exploreSchedules(1_000) { schedule in
///   let store = TestStore(initialState: Search.State(), schedule: schedule) { Search() }
///   await store.send(.queryChanged("a")) { $0.query = "a" }
///   await store.receive(.connected)
/// }
/// ```
///
/// A schedule fails when a test store records a failure or `body` throws. What is recorded then is
/// that failure, at its line, with the seed, what happened under it in order, and how to run it
/// alone. A failed `#expect` is recorded as always, without its seed, and does not stop the run:
/// for those make each schedule a test case of its own, with
/// `@Test(arguments: Schedule.seeds(1_000))`. Must not be nested.
///
/// - Parameters:
///   - count: How many seeds to try.
///   - first: The first of them.
///   - sourceLocation: Where an error that `body` throws is recorded.
///   - body: The test, which gives the schedule to its test stores.
/// - Throws: What `body` throws.
@MainActor
public func exploreSchedules(
  _ count: Int, from first: UInt64 = 0, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: @MainActor (Schedule) async throws -> Void
) async rethrows {
  for schedule in Schedule.seeds(count, from: first) {
    let exploration = Exploration()
    let scope = TestScope()
    do {
      try await TestScope.$current.withValue(scope) {
        try await Exploration.$current.withValue(exploration) { try await body(schedule) }
      }
      await Exploration.$current.withValue(exploration) { await scope.end() }
    } catch {
      let text = "The body threw an error: \(ValueLine.text(error))"
      exploration.addFailure(text, at: sourceLocation, trace: nil)
      exploration.record(schedule)
      throw error
    }
    if exploration.record(schedule) { return }
  }
}

/// One run of a test under a schedule.
final class Exploration: Sendable {
  @TaskLocal static var current: Exploration?

  private struct Failure {
    let text: String
    let location: SourceLocation
    let trace: [String]?
    let deviations: String

    var deviationsText: String {
      if deviations.isEmpty { return "" }
      return """


        As deviations from what happens in order, which hold for other builds as well:

        schedule: \(Schedule.deviating(deviations))
        """
    }
  }

  private let first = Locked<Failure?>(nil)

  /// Records a failure; the first one counts.
  func addFailure(_ text: String, at location: SourceLocation, trace: Trace?) {
    let failure = Failure(
      text: text, location: location, trace: trace?.lines, deviations: trace?.deviations ?? "")
    first.withLock { first in
      if first == nil { first = failure }
    }
  }

  /// Records the failure of the schedule; false if there was none.
  @discardableResult
  func record(_ schedule: Schedule) -> Bool {
    guard let failure = first.withLock({ $0 }) else { return false }
    guard case .seed(let seed) = schedule else { return false }
    let trace = failure.trace.map { lines in
      if lines.isEmpty { return "" }
      let numbered = lines.enumerated().map { "\($0.offset + 1). \($0.element)" }
      return "Under this schedule:\n\n\(numbered.joined(separator: "\n"))\n\n"
    }
    IssueRecorder.add(
      """
      The schedule of seed \(seed) fails: \(failure.text)

      \(trace ?? "")To run it alone, give the test store 'schedule: .seed(\(seed))', or call \
      'exploreSchedules(1, from: \(seed))'.\(failure.deviationsText)
      """, at: failure.location)
    return true
  }
}
