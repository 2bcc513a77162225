import RatchetDependencies

/// Makes the choices of one simulated run, at random or as in an earlier run, and records them.
///
/// A *choice* is the index of one of some options, of which the first is the simplest. A run has
/// *parts*: its start, each move, and the rest. A *fault* is a random failure of a client's call. A
/// *deviation* is a choice of a store's schedule that differs from the default order. A run has
/// several test stores, with a schedule each, if its program restarts.
///
/// Used by `Draw` for random values, and by `Simulation` for the schedule and the moves of a run.
/// Owns the choices. Do not use it for two runs.
package final class ChoiceTape: Sendable {
  private struct State {
    /// The choices of an earlier run, perhaps changed by the shrinker, to make again.
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
    /// If the schedules are not random, their deviations come first, two negative numbers each: the
    /// complements (`~`) of the number of the choice and of the option taken. The number of the
    /// choice is increased by a million for each store before the one that made it.
    var taken: [Int] = []
    /// The choices of all parts except the current one.
    var finished = RunChoices()
    /// The choices of the current part.
    ///
    /// Kept outside of `finished`, because appending through a key path would copy its lists at
    /// every choice.
    var part = RunChoices.Part()
    /// Where the current part belongs in `finished`.
    var location = \RunChoices.start
    /// How often each fault was possible, by name, in the whole run and in the current part.
    var calls: [String: (inRun: Int, inPart: Int)] = [:]
    var faultCount = 0
    var isFaultless = false

    /// The choices so far, with those of the current part.
    var choices: RunChoices {
      var choices = finished
      choices[keyPath: location] = part
      return choices
    }

    /// Ends the current part, and begins the part at a location.
    mutating func begin(_ location: any WritableKeyPath<RunChoices, RunChoices.Part> & Sendable) {
      finished[keyPath: self.location] = part
      self.location = location
      part = RunChoices.Part()
      for name in calls.keys { calls[name]?.inPart = 0 }
    }

    /// Makes the next choice among `count` options: from the list, from the choices of the earlier
    /// run, or at random.
    ///
    /// `lookUp` finds the choice in the choices of the earlier run, given these and those of the
    /// current part; it returns `nil` if the earlier run has not made this choice.
    mutating func choose(below count: Int, lookUp: (RunChoices, RunChoices.Part) -> Int?) -> Int {
      var choice = 0
      if list != nil {
        choice = list?.popLast() ?? 0
      } else if let earlier, generator == nil || finished.moves.count <= earlier.moves.count {
        // The run is not past the moves of the earlier one (`finished` counts the current move), or
        // there is nothing else to choose by.
        choice = lookUp(earlier, earlier[keyPath: location]) ?? 0
      } else if count > 1, var generator {
        choice = Int.random(in: 0..<count, using: &generator)
        self.generator = generator
      }
      // After a change, there may be fewer options than when the choice was made.
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

  /// Repeats a run from all its choices, as `taken` lists them.
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

  /// Makes a run from the choices of another one, which the shrinker has changed.
  init(_ choices: RunChoices) {
    let stores = choices.schedule == nil ? Set(choices.deviations.map(\.store)) : []
    let schedules = stores.map { ($0, choices.deviating(store: $0)) }
    state = Locked(
      State(earlier: choices, deviating: Dictionary(uniqueKeysWithValues: schedules)))
  }

  /// More than the choices of any store; separates the stores in `taken`.
  private static var maxChoices: Int { 1_000_000 }

  /// All choices so far, in the order in which they were made.
  package var taken: [Int] { state.withLock { $0.taken } }

  /// The choices so far, by parts.
  var choices: RunChoices { state.withLock { $0.choices } }

  /// The number of faults so far.
  var faultCount: Int { state.withLock { $0.faultCount } }

  /// Whether faults have stopped: then none happens any more.
  var isFaultless: Bool {
    get { state.withLock { $0.isFaultless } }
    set { state.withLock { $0.isFaultless = newValue } }
  }

  // MARK: - Parts

  /// Chooses the schedule of all stores: the seed of a random one, or 0 for the default order.
  ///
  /// Called before all other choices. A run that follows deviations ignores the seed.
  func chooseSchedule() {
    state.withLock { state in
      // About a million seeds are enough. A number is chosen in any case: each list of all choices
      // has one.
      let seed = state.choose(below: 1 << 20) { earlier, _ in earlier.seed }
      // Any store's schedule: the run then has no random one. `add` removes it at the end.
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

  /// Adds the deviations of the run's schedules, from the traces (recorded events) of its stores.
  ///
  /// Called at the end of the run. A random schedule is repeated by its seed instead.
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

  /// Decides whether a client's call fails, and records the fault if it does; of `count` options,
  /// the last `chances` mean that the call fails.
  func fails(_ name: String, chances: Int, of count: Int) -> Bool {
    state.withLock { state in
      if state.isFaultless { return false }
      var calls = state.calls[name, default: (0, 0)]
      calls = (calls.inRun + 1, calls.inPart + 1)
      state.calls[name] = calls
      // The first option means no fault, unless all options mean one. A fault of the earlier run is
      // repeated by the last option.
      let choice = state.choose(below: count) { earlier, part in
        earlier.isFault(name, inRun: calls.inRun, inPart: calls.inPart, of: part) ? count - 1 : 0
      }
      if chances == 0 || choice < count - chances { return false }
      state.faultCount += 1
      state.part.faults.append(
        RunChoices.Fault(name: name, callInPart: calls.inPart, callInRun: calls.inRun))
      return true
    }
  }
}
