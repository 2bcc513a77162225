import Testing

/// A failing run that can be made again by its choices, so that a `Shrinker` can look for simpler
/// choices.
package protocol SearchedRun {
  var choices: RunChoices { get }
  /// How long such a run takes: 1 for a short one.
  var cost: Int { get }
}

/// Shortens a failing run of `exploreSchedules` or `simulate`: searches for fewer moves, faults,
/// and deviations and for smaller numbers with which it fails in the same way.
///
/// A *choice* is a number from which a part of the run is drawn; 0 is the simplest. A *move* sends
/// an action or lets time pass. A *fault* is a client call that fails. A *deviation* is one choice
/// of the schedule that differs from `inOrder`. Like Hypothesis, the search changes the choices
/// rather than the values drawn from them, so each try checks preconditions again. Each move lists
/// its own choices and faults, so removing a move does not change what those of others mean.
@MainActor package struct Shrinker<Run: SearchedRun> {
  /// Makes a run by choices; `nil` unless it fails in the same way.
  typealias Rerun = @MainActor (RunChoices) async -> Run?

  /// The simplest failing run so far.
  private(set) var best: Run
  /// The choices that have been tried, and are not tried again.
  private var tried: Set<RunChoices> = []
  /// The cost of the runs tried, each of which counts as much as the best run, and its limit.
  ///
  /// Not a limit of real time, because the result must not depend on the speed of the machine.
  private var cost = 0
  private static var limit: Int { 2_000 }

  /// The number of runs tried.
  private(set) var tries = 0

  private var progress = SearchProgress()
  private let location: SourceLocation

  init(_ failed: Run, at location: SourceLocation) {
    best = failed
    self.location = location
  }

  /// The text that shows progress, made from the seconds since the search began.
  var progressText: (_ seconds: Int) -> String {
    let left = max(0, Self.limit - cost) / best.cost
    return { [tries] in "Shortening a failing run: \(tries) tries in \($0) s, at most \(left) more."
    }
  }

  /// Tries all simplifications, and again until none helps or the limit is reached.
  ///
  /// The choices of a run have three parts: `start` (before the first move), the moves, and `rest`
  /// (after the last move).
  mutating func shrink(by test: Rerun) async {
    var before: RunChoices
    repeat {
      before = best.choices
      // The default order, without any deviation, may fail too.
      await attempt(test) { $0.followed = [] }
      await shorten(\.moves, test)
      await removePairs(of: \.moves, test)
      await simplify(\.start, test)
      for index in best.choices.moves.indices { await simplify(\.[move: index], test) }
      await simplify(\.rest, test)
      await removeDetours(test)
      // Replaces a random schedule with the deviations that it caused.
      await attempt(test) { $0.schedule = nil }
      await shorten(\.followed, test)
      await removePairs(of: \.followed, test)
    } while before != best.choices && cost < Self.limit
  }

  /// Takes each deviation the first time that it is possible.
  mutating func takeEachFirstTime(_ test: Rerun) async {
    await attempt(test) { $0.takeEachFirstTime() }
  }

  /// Shortens the lists of faults and of choices of one part, and lowers the choices.
  private mutating func simplify(
    _ part: WritableKeyPath<RunChoices, RunChoices.Part>, _ test: Rerun
  ) async {
    await shorten(part.appending(path: \.faults), test)
    for purpose in [RunChoices.Purpose.draw, .move] {
      await shorten(part.appending(path: \.[purpose]), test)
      await lower(part.appending(path: \.[purpose]), test)
    }
  }

  /// Removes consecutive elements of a list: all at first, then each half, each quarter, and so on
  /// to single elements, always from the end of the list to its start.
  private mutating func shorten<Element>(
    _ list: WritableKeyPath<RunChoices, [Element]>, _ test: Rerun
  ) async {
    var length = best.choices[keyPath: list].count
    while length > 0 {
      var start = best.choices[keyPath: list].count - length
      while start >= 0 {
        await attempt(test) { $0[keyPath: list].removeSubrange(start..<(start + length)) }
        start = min(start - length, best.choices[keyPath: list].count - length)
      }
      length /= 2
    }
  }

  /// Removes pairs of elements of a list that can only be removed together, such as a move that
  /// adds a row and one that removes it.
  private mutating func removePairs<Element>(
    of list: WritableKeyPath<RunChoices, [Element]>, _ test: Rerun
  ) async {
    guard best.choices[keyPath: list].count <= Self.maxPaired else { return }
    var second = best.choices[keyPath: list].count - 1
    while second > 0 {
      for first in 0..<second {
        let isRemoved = await attempt(test) {
          $0[keyPath: list].remove(at: second)
          $0[keyPath: list].remove(at: first)
        }
        if isRemoved { break }
      }
      second = min(second - 1, best.choices[keyPath: list].count - 1)
    }
  }

  /// The length of the longest list whose pairs are tried; a longer one has too many.
  private static var maxPaired: Int { 16 }

  /// Tries to replace two neighboring moves with one.
  private mutating func removeDetours(_ test: Rerun) async {
    guard best.choices.moves.count <= Self.maxPaired else { return }
    for index in best.choices.moves.indices.reversed() { await removeDetour(at: index, test) }
  }

  /// Removes a move and changes one choice of the move before or after it: with the choices 0 to 3,
  /// that move may lead to the same state as both did; with the sum of the choices of both, it may
  /// wait as long as both did.
  private mutating func removeDetour(at index: Int, _ test: Rerun) async {
    for beside in [index - 1, index + 1] where index < best.choices.moves.count {
      // A move that does not exist has no choices.
      for position in best.choices[move: beside].move.indices {
        let sum = best.choices[move: index].move.dropFirst(position).first.map {
          $0 &+ best.choices[move: beside].move[position]
        }
        for choice in Array(0...3) + [sum].compactMap(\.self) {
          let isRemoved = await attempt(test) {
            $0[move: beside].move[position] = choice
            $0.moves.remove(at: index)
          }
          if isRemoved { return }
        }
      }
    }
  }

  /// Replaces each choice of a list with 0 or, if the run does not fail then, with a smaller one.
  private mutating func lower(_ list: WritableKeyPath<RunChoices, [Int]>, _ test: Rerun) async {
    var index = 0
    while index < best.choices[keyPath: list].count {
      if await !attempt(test, { $0[keyPath: list][index] = 0 }) {
        // A binary search: finds the smallest number that fails, if all greater numbers fail too.
        var low = 0
        while let choice = best.choices[keyPath: list].dropFirst(index).first, choice - low > 1,
          cost < Self.limit
        {
          let middle = low + (choice - low) / 2
          if await !attempt(test, { $0[keyPath: list][index] = middle }) { low = middle }
        }
      }
      index += 1
    }
  }

  /// Changes the choices of the best run, and runs them and their variants until a run fails in the
  /// same way and is simpler.
  ///
  /// That run becomes the best. Returns whether there was such a run.
  @discardableResult
  private mutating func attempt(_ test: Rerun, _ change: (inout RunChoices) -> Void) async -> Bool {
    var choices = best.choices
    change(&choices)
    if choices == best.choices { return false }
    for variant in choices.variants where tried.insert(variant).inserted {
      guard cost < Self.limit else { return false }
      cost += best.cost
      tries += 1
      progress.say(at: location, progressText)
      if let run = await test(variant), run.choices.isSimpler(than: best.choices) {
        best = run
        return true
      }
    }
    return false
  }
}
