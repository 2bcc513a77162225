/// One simulated run, as it ended.
package struct SimulatedRun {
  /// Why a run failed.
  struct Failure {
    /// What a shortened run must have in common.
    let kind: String
    let text: String
  }

  var failure: Failure?
  /// What happened, a line each.
  var story: [String] = []
  var choices: [Int] = []
  /// The choices of each move.
  var moves: [Range<Int>] = []
  /// How often each case of the actions was sent by a move, and each condition was looked at.
  var sent: [String: Int] = [:]
  var looks: [String: Int] = [:]
}

extension SimulatedRun {
  /// What two runs have in common that fail by the same issue: the line that the library names at
  /// the end of a report, else its first line.
  package static func kind(ofIssue text: String) -> String {
    let lines = text.split(separator: "\n")
    let line = lines.last { $0.hasPrefix("(") && $0.hasSuffix(")") } ?? lines.first ?? ""
    return "issue \(line)"
  }

  /// The most lines of a story that are printed.
  private static var longest: Int { 200 }

  /// What is said of a run that went differently when it was repeated.
  func difference(from again: SimulatedRun) -> String? {
    if story == again.story { return nil }
    let step = zip(story, again.story).prefix { $0 == $1 }.count
    func line(_ story: [String]) -> String { step < story.count ? story[step] : "(the end)" }
    return """
      The simulation is not deterministic: repeated with the same choices, it differs in step \
      \(step + 1).

      first: \(line(story))
      again: \(line(again.story))

      To fix this, override what the feature reads from outside: real time, random numbers, \
      unstructured tasks, state that outlives a run.
      """
  }

  /// What is said of a run that failed, the simplest that was found.
  func failureText(tries: Int) -> String {
    var lines = story.prefix(Self.longest).enumerated().map { "\($0.offset + 1). \($0.element)" }
    if story.count > Self.longest { lines.append("... (\(story.count - Self.longest) more)") }
    let choices = Shrinker.trimmed(choices)
    let schedule = choices.first.map { $0 == 0 ? "" : ", under the schedule .seed(\($0))" } ?? ""
    return """
      The simulation fails: \(failure?.text ?? "")

      The shortest story found\(tries > 0 ? " in \(tries) tries" : "")\(schedule):

      \(lines.isEmpty ? "(nothing is sent)" : lines.joined(separator: "\n"))

      To repeat it, call 'simulate' with 'replaying: \(choices)'.
      """
  }
}
