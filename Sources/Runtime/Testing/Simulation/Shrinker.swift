/// Shortens a failing run of `simulate`: searches for a shorter list of choices, or one with
/// smaller numbers, that fails in the same way.
///
/// A *choice* is a number from which a part of the run is drawn; 0 is the simplest. A *move* sends
/// an action or lets time pass. Like Hypothesis, the search changes the choices rather than the
/// values drawn from them, so that arguments, faults, time and schedule are all shortened alike,
/// and preconditions are checked anew in each try.
@MainActor package struct Shrinker {
  /// The simplest failing run so far.
  private(set) var best: SimulatedRun
  /// The number of lists tried, and its limit.
  private(set) var tries = 0
  private let limit: Int
  private let run: (ChoiceTape) async -> SimulatedRun

  init(_ failed: SimulatedRun, limit: Int, run: @escaping (ChoiceTape) async -> SimulatedRun) {
    best = failed
    self.limit = limit
    self.run = run
  }

  /// The number of lists to try for a run with a number of steps: lower for long runs, such as
  /// those in which an effect never comes to rest.
  ///
  /// Not a limit of real time, because the result must not depend on the speed of the machine.
  nonisolated package static func limit(ofSteps steps: Int) -> Int {
    max(20, min(2_000, 100_000 / max(1, steps)))
  }

  mutating func shrink() async {
    var before: [Int]
    repeat {
      before = best.choices
      await removeMoves()
      await removeChoices()
      await lowerChoices()
    } while before != best.choices && tries < limit
  }

  /// Removes whole moves, the last one first.
  private mutating func removeMoves() async {
    var index = best.moves.count
    while index > 0 {
      index = min(index, best.moves.count) - 1
      guard index >= 0 else { return }
      var choices = best.choices
      choices.removeSubrange(best.moves[index])
      await attempt(choices)
    }
  }

  /// Removes consecutive choices within a move, or outside all moves, longer runs first.
  private mutating func removeChoices() async {
    var length = 8
    while length > 0 {
      var start = best.choices.count - length
      while start >= 0 {
        if !crossesMove(start..<(start + length)) {
          var choices = best.choices
          choices.removeSubrange(start..<(start + length))
          await attempt(choices)
        }
        start = min(start - 1, best.choices.count - length)
      }
      length /= 2
    }
  }

  /// Whether a move contains some of these choices, but not all of them.
  private func crossesMove(_ choices: Range<Int>) -> Bool {
    best.moves.contains {
      $0.overlaps(choices)
        && !($0.contains(choices.lowerBound) && $0.contains(choices.upperBound - 1))
    }
  }

  /// Replaces choices with the simplest one, or with smaller ones.
  private mutating func lowerChoices() async {
    var index = 0
    while index < best.choices.count {
      let choice = best.choices[index]
      if choice > 0, await !lower(index, to: 0) {
        // A binary search: finds the smallest number that fails, if all greater numbers fail too.
        var low = 0
        while index < best.choices.count, best.choices[index] - low > 1 {
          let middle = low + (best.choices[index] - low) / 2
          if await !lower(index, to: middle) { low = middle }
          if tries >= limit { return }
        }
      }
      index += 1
    }
  }

  private mutating func lower(_ index: Int, to choice: Int) async -> Bool {
    var choices = best.choices
    choices[index] = choice
    return await attempt(choices)
  }

  /// Adopts a list if its run fails in the same way and is simpler.
  @discardableResult
  private mutating func attempt(_ choices: [Int]) async -> Bool {
    guard tries < limit else { return false }
    tries += 1
    let run = await run(ChoiceTape(choices))
    guard run.failure?.kind == best.failure?.kind, Self.isSimpler(run.choices, best.choices) else {
      return false
    }
    best = run
    return true
  }

  /// Whether a list is shorter or lexicographically smaller, ignoring trailing simplest choices.
  nonisolated private static func isSimpler(_ one: [Int], _ other: [Int]) -> Bool {
    let one = trimmed(one)
    let other = trimmed(other)
    return one.count < other.count
      || one.count == other.count && one.lexicographicallyPrecedes(other)
  }

  nonisolated static func trimmed(_ choices: [Int]) -> [Int] {
    Array(choices[..<((choices.lastIndex { $0 != 0 } ?? -1) + 1)])
  }
}
