/// Shortens a failing run of `simulate`: searches for fewer moves and faults and for smaller
/// numbers with which it fails in the same way.
///
/// A *choice* is a number from which a part of the run is drawn; 0 is the simplest. A *move* sends
/// an action or lets time pass. Like Hypothesis, the search changes the choices rather than the
/// values drawn from them, so each try checks preconditions again. A move has the faults that
/// happened during it: it can be removed without giving others new meanings.
@MainActor package struct Shrinker {
  /// The simplest failing run so far.
  private(set) var best: SimulatedRun
  /// The number of runs tried, and its limit.
  private(set) var tries = 0
  private let limit: Int
  private let run: (ChoiceTape) async -> SimulatedRun

  init(_ failed: SimulatedRun, limit: Int, run: @escaping (ChoiceTape) async -> SimulatedRun) {
    best = failed
    self.limit = limit
    self.run = run
  }

  /// The number of runs to try for a run with a number of steps: lower for long runs, such as those
  /// in which an effect never settles.
  ///
  /// Not a limit of real time, because the result must not depend on the speed of the machine.
  nonisolated package static func limit(ofSteps steps: Int) -> Int {
    max(20, min(2_000, 100_000 / max(1, steps)))
  }

  mutating func shrink() async {
    var before: RunChoices
    repeat {
      before = best.choices
      await inOrder()
      await shorten(\.moves)
      await removePairs()
      await simplify(\.start)
      for index in best.choices.moves.indices { await simplify(\.[move: index]) }
      await simplify(\.rest)
    } while before != best.choices && tries < limit
  }

  private mutating func inOrder() async {
    await attempt { $0.schedule = 0 }
  }

  private mutating func simplify(_ part: WritableKeyPath<RunChoices, RunChoices.Part>) async {
    await shorten(part.appending(path: \.faults))
    for purpose in [RunChoices.Purpose.draw, .move] {
      await shorten(part.appending(path: \.[purpose]))
      await lower(part.appending(path: \.[purpose]))
    }
  }

  /// Removes consecutive elements of a list, all at first, then the halves, the quarters, and at
  /// last each one; the last ones first.
  private mutating func shorten<Element>(_ list: WritableKeyPath<RunChoices, [Element]>) async {
    var length = best.choices[keyPath: list].count
    while length > 0 {
      var start = best.choices[keyPath: list].count - length
      while start >= 0 {
        await attempt { $0[keyPath: list].removeSubrange(start..<(start + length)) }
        start = min(start - length, best.choices[keyPath: list].count - length)
      }
      length /= 2
    }
  }

  /// Removes two moves, such as one that adds a row and one that removes it.
  private mutating func removePairs() async {
    guard best.choices.moves.count <= Self.maxPaired else { return }
    var second = best.choices.moves.count - 1
    while second > 0 {
      for first in 0..<second {
        let isRemoved = await attempt {
          $0.moves.remove(at: second)
          $0.moves.remove(at: first)
        }
        if isRemoved { break }
      }
      second = min(second - 1, best.choices.moves.count - 1)
    }
  }

  /// The most moves of which pairs are removed.
  private static var maxPaired: Int { 16 }

  /// Replaces the choices of a list with the simplest one, or with smaller ones.
  private mutating func lower(_ list: WritableKeyPath<RunChoices, [Int]>) async {
    var index = 0
    while index < best.choices[keyPath: list].count {
      if await !attempt({ $0[keyPath: list][index] = 0 }) {
        // A binary search: finds the smallest number that fails, if all greater numbers fail too.
        var low = 0
        while let choice = best.choices[keyPath: list].dropFirst(index).first, choice - low > 1,
          tries < limit
        {
          let middle = low + (choice - low) / 2
          if await !attempt({ $0[keyPath: list][index] = middle }) { low = middle }
        }
      }
      index += 1
    }
  }

  /// Adopts changed choices if their run fails in the same way and is simpler.
  @discardableResult
  private mutating func attempt(_ change: (inout RunChoices) -> Void) async -> Bool {
    var choices = best.choices
    change(&choices)
    if choices == best.choices { return false }
    for variant in Self.variants(of: choices) {
      guard tries < limit else { return false }
      tries += 1
      let run = await run(ChoiceTape(variant))
      if run.failure?.kind == best.failure?.kind, run.choices.isSimpler(than: best.choices) {
        best = run
        return true
      }
    }
    return false
  }

  /// The choices under other schedules too, if they have one, since a seed has another meaning
  /// after each change; and with the calls that fail counted from the start of the run, since they
  /// may come during another move now.
  private static func variants(of choices: RunChoices) -> [RunChoices] {
    let seeds = [1, 2, 3].filter { $0 != choices.schedule }
    let schedules = choices.schedule == 0 ? [0] : [0, choices.schedule] + seeds
    let counts = choices.faults.isEmpty ? [false] : [false, true]
    return schedules.flatMap { schedule in
      counts.map { countsInRun in
        var variant = choices
        variant.schedule = schedule
        variant.countsCallsInRun = countsInRun
        return variant
      }
    }
  }
}
