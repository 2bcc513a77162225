import RatchetDependencies

/// Makes the choices of one simulated run, at random or as in an earlier run, and records them.
///
/// A *choice* is the index of one of some options, of which the first is the simplest. Used by
/// `Draw` for random values, and by `Simulation` for the schedule and the moves of a run. Owns the
/// choices. Do not use it for two runs.
package final class ChoiceTape: Sendable {
  private struct State {
    /// The choices of an earlier or an edited run, to make again.
    var earlier: RunChoices?
    /// Makes the choices after the moves of the earlier run; without it, they are the first
    /// options.
    var generator: SplitMix64?
    /// Instead of these two, the choices of an earlier run in a list, the next one last.
    var list: [Int]?
    /// The schedules of a run that follows deviations, by the numbers of its stores.
    var deviating: [Int: Schedule] = [:]
    /// All choices in the order in which they were made: they make the same run again.
    ///
    /// Negative numbers before them are deviations of the schedules, by position: of a later store,
    /// plus a million for each earlier one.
    var taken: [Int] = []
    /// The choices of all parts but the one that the run is in.
    var finished = RunChoices()
    /// The part that the run is in.
    ///
    /// Kept outside of `finished`, because appending through a key path would copy its lists at
    /// every choice.
    var part = RunChoices.Part()
    /// Where the part belongs.
    var location = \RunChoices.start
    /// How often each fault was possible, by name, in the whole run and in this part.
    var calls: [String: (inRun: Int, inPart: Int)] = [:]
    var faultCount = 0
    var isFaultless = false

    var choices: RunChoices {
      var choices = finished
      choices[keyPath: location] = part
      return choices
    }

    mutating func begin(_ location: any WritableKeyPath<RunChoices, RunChoices.Part> & Sendable) {
      finished[keyPath: self.location] = part
      self.location = location
      part = RunChoices.Part()
      for name in calls.keys { calls[name]?.inPart = 0 }
    }

    /// Makes the next choice: at random, by repeating a list, or by looking it up with `changed` in
    /// the choices of an earlier or an edited run.
    mutating func choose(below count: Int, changed: (RunChoices, RunChoices.Part) -> Int?) -> Int {
      var choice = 0
      if list != nil {
        choice = list?.popLast() ?? 0
      } else if let earlier, generator == nil || finished.moves.count <= earlier.moves.count {
        choice = changed(earlier, earlier[keyPath: location]) ?? 0
      } else if count > 1, var generator {
        choice = Int.random(in: 0..<count, using: &generator)
        self.generator = generator
      }
      // A changed list may meet other options than those it was made for.
      choice = max(0, min(choice, count - 1))
      taken.append(choice)
      return choice
    }
  }

  private let state: Locked<State>

  /// Repeats the moves of an earlier run, if there is one, then continues at random.
  package init(seed: UInt64, after earlier: RunChoices? = nil) {
    state = Locked(State(earlier: earlier, generator: SplitMix64(state: seed)))
  }

  /// Repeats a run from all its choices.
  package init(_ choices: [Int]) {
    let deviations = choices.prefix { $0 < 0 }
    var pairs: [Int: [ScheduleSearch.Deviation]] = [:]
    for index in stride(from: 0, to: deviations.count - 1, by: 2) {
      let (store, choice) = (~deviations[index]).quotientAndRemainder(dividingBy: Self.maxChoices)
      pairs[store, default: []].append(
        ScheduleSearch.Deviation(choice: choice, option: ~deviations[index + 1]))
    }
    state = Locked(
      State(
        list: choices[deviations.endIndex...].reversed(),
        deviating: pairs.mapValues { Schedule($0) }))
  }

  /// Makes a run from changed choices.
  init(_ choices: RunChoices) {
    let stores = choices.schedule == nil ? Set(choices.deviations.map(\.store)) : []
    let schedules = stores.map { ($0, choices.deviating(store: $0)) }
    state = Locked(
      State(earlier: choices, deviating: Dictionary(uniqueKeysWithValues: schedules)))
  }

  private static var maxChoices: Int { 1_000_000 }

  /// All choices so far.
  package var taken: [Int] { state.withLock { $0.taken } }

  /// The choices so far, by moves.
  var choices: RunChoices { state.withLock { $0.choices } }

  /// The number of faults so far.
  var faultCount: Int { state.withLock { $0.faultCount } }

  /// Whether *faults*, the random failures of clients, have stopped; `Draw` then makes none.
  var isFaultless: Bool {
    get { state.withLock { $0.isFaultless } }
    set { state.withLock { $0.isFaultless = newValue } }
  }

  // MARK: - Parts

  /// Chooses the schedule, first of all.
  func chooseSchedule() {
    state.withLock { state in
      let seed = state.choose(below: 1 << 20) { changed, _ in changed.seed }
      let deviating = state.deviating.first?.value
      state.finished.schedule = deviating ?? (seed > 0 ? .seed(UInt64(seed)) : nil)
    }
  }

  /// The schedule of one of the stores of the run.
  func schedule(ofStore number: Int) -> Schedule {
    state.withLock { state in
      if !state.deviating.isEmpty { return state.deviating[number] ?? .inOrder }
      return state.finished.schedule ?? .inOrder
    }
  }

  /// Adds the deviations of the schedules, which have made their choices.
  func add(_ traces: [Trace]) {
    state.withLock { state in
      let deviations = traces.enumerated().flatMap { $1.deviations(ofStore: $0) }
      state.finished.deviations = deviations.map(\.0)
      if state.finished.schedule?.isRandom == true { return }
      state.finished.schedule = nil
      state.taken.insert(
        contentsOf: deviations.flatMap { deviation, position in
          [~(position.choice + deviation.store * Self.maxChoices), ~position.option]
        }, at: 0)
    }
  }

  /// Begins a move, to which the next choices belong.
  func beginMove() {
    state.withLock { state in
      let move = state.finished.moves.count
      state.finished.moves.append(RunChoices.Part())
      state.begin(\.[move: move])
    }
  }

  /// Ends the moves; removes the entry that `beginMove` appended, because there was no further
  /// move.
  func endMoves() {
    state.withLock { state in _ = state.finished.moves.removeLast() }
  }

  /// Begins the rest of the run, without moves.
  func beginRest() {
    state.withLock { $0.begin(\.rest) }
  }

  // MARK: - Choices

  /// Chooses one of some options, of which the first is the simplest.
  func next(below count: Int, for purpose: RunChoices.Purpose) -> Int {
    state.withLock { state in
      let position = state.part[purpose].count
      let choice = state.choose(below: count) { $1[purpose].dropFirst(position).first }
      state.part[purpose].append(choice)
      return choice
    }
  }

  /// Decides whether a client's call fails; of `count` options, the last `chances` mean that it
  /// does.
  func fails(_ name: String, chances: Int, of count: Int) -> Bool {
    state.withLock { state in
      if state.isFaultless { return false }
      var calls = state.calls[name, default: (0, 0)]
      calls = (calls.inRun + 1, calls.inPart + 1)
      state.calls[name] = calls
      // The first option means no fault, unless all options mean one.
      let choice = state.choose(below: count) { changed, part in
        changed.isFault(name, inRun: calls.inRun, inPart: calls.inPart, of: part) ? count - 1 : 0
      }
      if chances == 0 || choice < count - chances { return false }
      state.faultCount += 1
      state.part.faults.append(
        RunChoices.Fault(name: name, callInPart: calls.inPart, callInRun: calls.inRun))
      return true
    }
  }
}
