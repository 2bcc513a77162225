/// The choices that make a run of `exploreSchedules` or `simulate`: how its schedule deviates from
/// `inOrder`; for a simulation, also the numbers from which everything else is drawn.
///
/// Such a number is the index of one of several options, of which the first, 0, is the simplest.
/// The numbers are divided by the moves during which they were drawn, so one move can be changed
/// without the others. When a list of numbers ends, the run continues with 0. Recorded by
/// `ChoiceTape` (a simulation) and `Trace` (the schedule of a test store), changed by `Shrinker`,
/// which shortens failing runs.
package struct RunChoices: Hashable, Sendable {
  /// The choices of a part of the run, by what they are for.
  struct Part: Hashable, Sendable {
    /// The numbers that decide which move it is, and its arguments.
    var move: [Int] = []
    /// The numbers that overrides of dependencies draw, except for faults.
    var draws: [Int] = []
    /// The client calls that fail during this part.
    var faults: [Fault] = []

    subscript(purpose: Purpose) -> [Int] {
      get { purpose == .move ? move : draws }
      // With a setter, each choice that is appended would copy the list.
      _modify { if purpose == .move { yield &move } else { yield &draws } }
    }

    /// The numbers, without the zeros at the end of each list, which make no difference.
    fileprivate var size: [Int] { RunChoices.trimmed(move) + RunChoices.trimmed(draws) }
  }

  /// The list of a `Part` to which a number belongs: `move` or `draws`.
  enum Purpose { case move, draw }

  /// A client call that the run makes fail.
  ///
  /// The call has two numbers, because a change of the run can make either of them wrong. When the
  /// shrinker removes an earlier move, the number in the part stays right. When the call happens
  /// in another part than before, the number in the run may still be right.
  struct Fault: Hashable, Sendable {
    /// The name of the fault, which several calls may share.
    let name: String
    /// The number of the call that fails, from 1, among those with this name in its part.
    let callInPart: Int
    /// The number of the call, from 1, among those with this name in the whole run.
    let callInRun: Int
  }

  /// The random schedule, which caused the `deviations`; `nil` for a run that follows them instead
  /// (the default order, if there are none).
  ///
  /// Only while a simulation's run that follows deviations is in progress, this is a schedule that
  /// is not random, and `deviations` is empty.
  var schedule: Schedule?
  /// The choices of the schedule that differ from `inOrder`: those of each test store, in the order
  /// in which the stores were made.
  var deviations: [Deviation] = []
  /// The part from the start of the run to the first move.
  var start = Part()
  /// A part for each move; a move sends an action, lets time pass, or restarts the program.
  var moves: [Part] = []
  /// The part from the end of the last move to the end of the run.
  var rest = Part()

  /// Whether faults are found by `callInRun`; otherwise, by `callInPart`.
  ///
  /// The shrinker tries both.
  var countsCallsInRun = false

  var parts: [Part] { [start] + moves + [rest] }
  var faults: [Fault] { parts.flatMap(\.faults) }
  var draws: [Int] { parts.flatMap(\.draws) }

  /// Whether the call with these numbers, counted like those of a `Fault`, fails in `part`.
  func isFault(_ name: String, inRun: Int, inPart: Int, of part: Part) -> Bool {
    if countsCallsInRun { return faults.contains { $0.name == name && $0.callInRun == inRun } }
    return part.faults.contains { $0.name == name && $0.callInPart == inPart }
  }

  /// The part of the move with this index; empty if there is no such move.
  subscript(move index: Int) -> Part {
    get { moves.indices.contains(index) ? moves[index] : Part() }
    set { if moves.indices.contains(index) { moves[index] = newValue } }
  }

  /// The choices of the run up to the end of its first `count` moves.
  func first(moves count: Int) -> RunChoices {
    RunChoices(
      schedule: schedule, deviations: deviations, start: start, moves: Array(moves.prefix(count)))
  }

  /// Whether the choices make a simpler run.
  ///
  /// A run in the default order is simpler than any other. Otherwise, the first difference
  /// decides: in how many moves, faults, and numbers of the parts there are (without zeros at the
  /// end of a list), then in these numbers, then in the schedule. Choices of a run that has not
  /// ended, whose `schedule` is not random, are never simpler.
  func isSimpler(than other: RunChoices) -> Bool {
    schedule?.isRandom != false && size.lexicographicallyPrecedes(other.size)
  }

  /// What `isSimpler` compares, number by number.
  private var size: [Int] {
    let numbers = parts.flatMap(\.size)
    return [isInOrder ? 0 : 1, moves.count, faults.count, numbers.count] + numbers + scheduleSize
  }

  /// A list of choices without the zeros at its end.
  static func trimmed(_ choices: [Int]) -> [Int] {
    Array(choices[..<((choices.lastIndex { $0 != 0 } ?? -1) + 1)])
  }
}
