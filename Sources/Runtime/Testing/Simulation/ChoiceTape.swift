import RatchetDependencies

/// Makes the choices of one simulated run, at random or from a list, and records them.
///
/// A *choice* is the index of one of some options, of which the first is the simplest. Used by
/// `Draw` for random values, and by `Simulation` for the schedule and the moves of a run. Owns the
/// choices. Do not use it for two runs: a run is repeated from all choices of its tape.
package final class ChoiceTape: Sendable {
  private enum Source {
    case random(SplitMix64)
    /// The remaining choices, the next one last; after these, the first option of each choice.
    case list([Int])
  }

  private struct State {
    var source: Source
    var taken: [Int] = []
    var ofOverrides: [Int] = []
    var isFaultless = false
  }

  private let state: Locked<State>

  package init(seed: UInt64) {
    state = Locked(State(source: .random(SplitMix64(state: seed))))
  }

  package init(_ choices: [Int]) {
    state = Locked(State(source: .list(choices.reversed())))
  }

  /// The number of choices made.
  var count: Int { state.withLock { $0.taken.count } }

  /// All choices so far.
  package var taken: [Int] { state.withLock { $0.taken } }

  /// The choices so far that overrides of dependencies have made.
  package var ofOverrides: [Int] { state.withLock { $0.ofOverrides } }

  /// Whether *faults*, the random failures of clients, have stopped; `Draw` then makes none.
  var isFaultless: Bool {
    get { state.withLock { $0.isFaultless } }
    set { state.withLock { $0.isFaultless = newValue } }
  }

  /// Chooses one of some options, of which the first is the simplest.
  func next(below count: Int, isForOverrides: Bool = false) -> Int {
    state.withLock { state in
      let choice =
        switch state.source {
        case .random(var generator):
          Self.draw(below: count, &generator, &state.source)
        case .list(var rest):
          Self.pop(below: count, &rest, &state.source)
        }
      state.taken.append(choice)
      if isForOverrides { state.ofOverrides.append(choice) }
      return choice
    }
  }

  private static func draw(
    below count: Int, _ generator: inout SplitMix64, _ source: inout Source
  ) -> Int {
    defer { source = .random(generator) }
    return count > 1 ? Int.random(in: 0..<count, using: &generator) : 0
  }

  private static func pop(
    below count: Int, _ rest: inout [Int], _ source: inout Source
  ) -> Int {
    // In a shortened list, a choice may meet other options than those it was made for, and too few.
    defer { source = .list(rest) }
    return rest.popLast().map { max(0, min($0, count - 1)) } ?? 0
  }
}
