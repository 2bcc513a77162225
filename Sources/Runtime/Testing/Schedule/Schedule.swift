/// In which order a test store runs what could run in any order.
///
/// ```swift
/// @Test(arguments: Schedule.seeds(100))
/// @MainActor func newestQueryWins(schedule: Schedule) async {
/// ```
///
/// In order, a step of a test returns when nothing can continue without the test. Under any other
/// schedule it may return before that, as `Store.send` does: what effects have left to do happens
/// before or after the next step, as the schedule says. What a step needs happens before it:
/// `receive` runs effects until they have sent its action, and time does not pass before all are at
/// rest. To say that all is at rest, as before a test looks at a client, call `settle()`.
public enum Schedule: Sendable, Hashable, Codable, CustomStringConvertible {
  /// In the order in which things became ready.
  case inOrder

  /// At random, the same way each time for the same seed.
  ///
  /// The same seed gives the same order in the same build configuration. Debug and release builds
  /// may differ: the optimizer removes suspensions that do nothing.
  case seed(UInt64)

  /// By priorities that each effect, the main queue and the test get at random, and that change at
  /// `depth - 1` random moments: for races that are too deep for ``seed(_:)``.
  case priorities(seed: UInt64, depth: Int)

  /// In order, except where a list of deviations says something else, as a failure prints it:
  /// `.deviating(#"run "save" #2 before "load" #1"#)`.
  ///
  /// Each deviation holds for one choice, and the next one for a choice after that. One that names
  /// what is not there to be chosen is waited for: the rest is in order.
  case deviating(String)

  /// Schedules by consecutive seeds, so that each is a test case of its own:
  /// `@Test(arguments: Schedule.seeds(100))`.
  ///
  /// - Parameters:
  ///   - count: How many.
  ///   - first: The first seed.
  /// - Returns: As many schedules, the first seed's first.
  public static func seeds(_ count: Int, from first: UInt64 = 0) -> [Schedule] {
    (0..<UInt64(max(0, count))).map { .seed(first &+ $0) }
  }

  /// The schedule as source code: `.seed(42)`.
  public var description: String {
    switch self {
    case .inOrder: ".inOrder"
    case .seed(let seed): ".seed(\(seed))"
    case .priorities(let seed, let depth): ".priorities(seed: \(seed), depth: \(depth))"
    case .deviating(let deviations): ".deviating(\(Self.literal(deviations)))"
    }
  }

  /// A text as source code, with as few signs around it as its quotes allow.
  private static func literal(_ text: String) -> String {
    var sign = ""
    while text.contains("\"\(sign)") || text.contains("\\\(sign)") { sign += "#" }
    return "\(sign)\"\(text)\"\(sign)"
  }
}
