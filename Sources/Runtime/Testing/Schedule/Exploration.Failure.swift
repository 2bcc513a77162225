import RatchetDependencies
import Testing

extension Exploration {
  /// The failure of a schedule.
  struct Failure: Sendable {
    let text: String
    let location: SourceLocation
    let trace: [String]?
    /// How the schedule deviates from `inOrder`.
    let deviations: [String]
  }
}

extension Exploration.Failure {
  /// Records the failure with its events, and with how to run it again.
  func record(of schedule: Schedule) {
    let name =
      if case .seed(let seed) = schedule { "of seed \(seed)" } else {
        "\(Schedule(deviations: deviations))"
      }
    let parts = [
      "The schedule \(name) fails: \(text)\n\n", deviationsText, traceText, runText(schedule),
    ]
    IssueRecorder.add(parts.joined(), at: location)
  }

  /// The most events to print.
  private static var maxLines: Int { 200 }

  private var deviationsText: String {
    if deviations.isEmpty { return "" }
    return """
      It deviates from what happens in order:

      \(deviations.joined(separator: "\n"))


      """
  }

  private var traceText: String {
    guard let trace, !trace.isEmpty else { return "" }
    let numbered = trace.enumerated().map { "\($0.offset + 1). \($0.element)" }
    let omitted = numbered.count - Self.maxLines
    let lines = (omitted > 0 ? ["... (\(omitted) before)"] : []) + numbered.suffix(Self.maxLines)
    return "Under this schedule:\n\n\(lines.joined(separator: "\n"))\n\n"
  }

  private func runText(_ schedule: Schedule) -> String {
    let deviating = "'schedule: \(Schedule(deviations: deviations))'"
    guard case .seed(let seed) = schedule else {
      return "To run it alone, give the test store \(deviating)."
    }
    return """
      To run it alone, give the test store \(deviations.isEmpty ? "" : "\(deviating) or ")\
      'schedule: .seed(\(seed))', or call 'exploreSchedules(1, from: \(seed))'.
      """
  }
}
