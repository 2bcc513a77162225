import Testing

/// The order in which a test store runs work that could run in any order.
///
/// ```swift
/// let store = TestStore(initialState: Search.State(), schedule: .seed(42)) { Search() }
/// ```
///
/// To run a test under many schedules, give it the trait `.schedules(_:)`.
///
/// With `inOrder`, a step of a test returns when nothing can continue without the test. Under any
/// other schedule it may return earlier, as `Store.send` does: the remaining work of effects
/// happens before or after the next step, as the schedule chooses. A step still runs the effects
/// that it needs: `receive` runs effects until one has sent the expected action, and `advance`
/// first lets an effect that is about to sleep go to sleep. To wait until no effect can continue,
/// for example before a test checks a client, call `settle()`.
public enum Schedule: Sendable, Hashable, Codable, CustomStringConvertible {
  /// In the order in which work became ready.
  case inOrder

  /// At random, but the same each time for the same seed.
  ///
  /// The same seed gives the same order in the same build configuration. Debug and release builds
  /// may differ, because the optimizer removes suspensions that have no effect.
  case seed(UInt64)

  /// By random priorities of the test and of each task of an effect: whichever has the highest
  /// runs.
  ///
  /// At `depth - 1` random points among the first `length` choices, the one that would run drops
  /// below all others.
  ///
  /// Use it for races that ``seed(_:)`` rarely finds: a race has depth *n* if *n* events must
  /// happen in a certain order.
  case priorities(seed: UInt64, depth: Int, length: Int = 60)

  /// In order, except for a list of deviations, in the form that a failure prints:
  /// `.deviating(#"run "save" #2 before "load" #1"#)`.
  ///
  /// Each deviation is a delay: what would have run first waits until nothing else can run.
  /// Deviations are separated by `; ` and apply in the order of the list: each to the first choice
  /// that offers its option or, if it ends in `(time 3)`, to the third such choice. All other
  /// choices are in order. The test store warns at its end about deviations whose options were
  /// never available.
  case deviating(String)

  /// Schedules with consecutive seeds, for a test that compares what several of them show.
  ///
  /// To run a whole test under each, use the trait `.schedules(_:)`.
  ///
  /// - Parameters:
  ///   - count: The number of schedules.
  ///   - first: The first seed.
  /// - Returns: The schedules, in the order of their seeds.
  public static func seeds(_ count: Int, from first: UInt64 = 0) -> [Schedule] {
    (0..<UInt64(max(0, count))).map { .seed(first &+ $0) }
  }

  /// Whether it makes choices at random.
  var isRandom: Bool { if case .deviating = self { false } else { self != .inOrder } }

  /// The schedule as source code, such as `.seed(42)`.
  public var description: String {
    switch self {
    case .inOrder: ".inOrder"
    case .seed(let seed): ".seed(\(seed))"
    case .priorities(let seed, let depth, let length):
      ".priorities(seed: \(seed), depth: \(depth), length: \(length))"
    case .deviating(let deviations): ".deviating(\(Self.literal(deviations)))"
    }
  }

  /// A text as a string literal on one line, with as few number signs as its quotes allow.
  private static func literal(_ text: String) -> String {
    if text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      return text.debugDescription
    }
    var sign = ""
    while text.contains("\"\(sign)") || text.contains("\\\(sign)") { sign += "#" }
    return "\(sign)\"\(text)\"\(sign)"
  }
}

extension Schedule {
  /// The schedule of a test store that is given none: that of the exploration around it, or else
  /// the first one that the environment variable `RATCHET_SCHEDULES` names, or else `inOrder`.
  @_documentation(visibility: internal)
  public static var current: Schedule {
    if let exploration = Exploration.current { return exploration.schedule }
    do {
      return try ScheduleStrategy.ofEnvironment()?.first ?? .inOrder
    } catch {
      IssueRecorder.add("\(error)", at: Test.current?.sourceLocation ?? #_sourceLocation)
      return .inOrder
    }
  }
}
