/// The choices that make a run of `exploreSchedules` or `simulate`: how its schedule deviates from
/// `inOrder`, and of a simulation also the numbers from which the rest is drawn.
///
/// A *choice* is the index of one of some options, of which the first is the simplest. The numbers
/// are divided by the moves during which they were drawn, so that one move can be changed without
/// the others. A list that ends too early continues with first options. Recorded by `ChoiceTape`
/// and `Trace`, changed by `Shrinker`.
package struct RunChoices: Hashable, Sendable {
  /// The choices of a part of the run, by what they are for.
  struct Part: Hashable, Sendable {
    /// Which move it is, and its arguments.
    var move: [Int] = []
    /// What overrides of dependencies draw, except for faults.
    var draws: [Int] = []
    var faults: [Fault] = []

    subscript(purpose: Purpose) -> [Int] {
      get { purpose == .move ? move : draws }
      // With a setter, each choice that is appended would copy the list.
      _modify { if purpose == .move { yield &move } else { yield &draws } }
    }

    /// The numbers without first options at the ends, which may be left out.
    fileprivate var size: [Int] { RunChoices.trimmed(move) + RunChoices.trimmed(draws) }
  }

  /// What a number is for.
  enum Purpose { case move, draw }

  /// A failure of a client that a run decides on.
  struct Fault: Hashable, Sendable {
    let name: String
    /// The number of the call that fails, from 1, among those with this name in its part.
    let callInPart: Int
    /// Its number in the whole run.
    let callInRun: Int
  }

  /// The random schedule that caused the deviations; `nil` if the run follows the deviations.
  var schedule: Schedule?
  /// Those of each test store, in the order in which the stores were made.
  var deviations: [Deviation] = []
  /// From the start of the run to the first move.
  var start = Part()
  /// A move sends an action or lets time pass.
  var moves: [Part] = []
  /// From the last move to the end.
  var rest = Part()

  /// Whether a fault is found by its number in the run, not by that in its part.
  var countsCallsInRun = false

  var parts: [Part] { [start] + moves + [rest] }
  var faults: [Fault] { parts.flatMap(\.faults) }
  var draws: [Int] { parts.flatMap(\.draws) }

  /// Whether a call fails, which has these numbers.
  func isFault(_ name: String, inRun: Int, inPart: Int, of part: Part) -> Bool {
    if countsCallsInRun { return faults.contains { $0.name == name && $0.callInRun == inRun } }
    return part.faults.contains { $0.name == name && $0.callInPart == inPart }
  }

  /// A move; if there is none with this number, an empty one.
  subscript(move index: Int) -> Part {
    get { moves.indices.contains(index) ? moves[index] : Part() }
    set { if moves.indices.contains(index) { moves[index] = newValue } }
  }

  /// The choices up to the end of a move.
  func first(moves count: Int) -> RunChoices {
    RunChoices(
      schedule: schedule, deviations: deviations, start: start, moves: Array(moves.prefix(count)))
  }

  /// Whether the choices make a simpler run: in order, with fewer moves, fewer faults, fewer and
  /// smaller numbers, fewer and earlier deviations.
  ///
  /// A run is not simpler if its deviations have not been recorded.
  func isSimpler(than other: RunChoices) -> Bool {
    schedule?.isRandom != false && size.lexicographicallyPrecedes(other.size)
  }

  private var size: [Int] {
    let numbers = parts.flatMap(\.size)
    return [isInOrder ? 0 : 1, moves.count, faults.count, numbers.count] + numbers + scheduleSize
  }

  /// A list without the first options at its end.
  static func trimmed(_ choices: [Int]) -> [Int] {
    Array(choices[..<((choices.lastIndex { $0 != 0 } ?? -1) + 1)])
  }
}
