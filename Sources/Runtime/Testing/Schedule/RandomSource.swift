import RatchetDependencies

/// Chooses what happens next in a test store, as its schedule says: in order, at random, by random
/// priorities, or by a list of deviations.
///
/// Used by `LaneExecutor`, which runs the effects of a test store, for each choice among several
/// options. A *deviation* is any option other than the default (`DelayOrder`).
package struct RandomSource {
  /// How the choices are made.
  private enum Answers {
    case inOrder
    /// At random; in `persistence` of 256 choices, the effect that ran last continues if it can.
    ///
    /// Uniformly random choices would hardly ever let one effect run far ahead of another.
    case random(persistence: UInt64)
    case priorities(PriorityWalk)
    case deviating(DeviationReader)
  }

  private var generator: SplitMix64
  private var answers: Answers
  /// Identifies the lane (the executor of one effect) that ran last; set by `LaneExecutor`.
  var last: ObjectIdentifier?

  package init(_ schedule: Schedule) {
    generator = SplitMix64(state: 0)
    switch schedule {
    case .inOrder: answers = .inOrder
    case .seed(let seed):
      generator = SplitMix64(state: seed)
      // Every fourth seed chooses uniformly.
      let persistences: [UInt64] = [0, 192, 248, 255]
      answers = .random(persistence: persistences[Int(seed % 4)])
    case .priorities(let seed, let depth, let length):
      generator = SplitMix64(state: seed)
      answers = .priorities(PriorityWalk(depth: depth, length: length, using: &generator))
    case .deviating(let deviations): answers = .deviating(DeviationReader(deviations))
    }
  }

  /// The deviations that the schedule lists and that have not been possible so far, as text; `nil`
  /// if there are none.
  var unusedDeviations: String? {
    if case .deviating(let reader) = answers { reader.unused } else { nil }
  }

  /// Returns the index of the option to take; `first` is the one to take without a deviation, and
  /// `choice` the number of choices made before.
  mutating func choose<Options: RandomAccessCollection<ScheduleOption>>(
    among options: Options, first: Int, at choice: Int
  ) -> Int where Options.Index == Int {
    switch answers {
    case .inOrder: return first
    case .random(let persistence): return chooseAtRandom(options, persistence)
    case .priorities(var walk):
      // Here and below, `answers` gives up the value while it changes: otherwise, the dictionary or
      // the list in the value would be copied.
      answers = .inOrder
      defer { answers = .priorities(walk) }
      return walk.choose(among: options, at: choice, using: &generator)
    case .deviating(var reader):
      answers = .inOrder
      defer { answers = .deviating(reader) }
      return reader.choose(among: options, first: first, at: choice)
    }
  }

  private mutating func chooseAtRandom<Options: RandomAccessCollection<ScheduleOption>>(
    _ options: Options, _ persistence: UInt64
  ) -> Int where Options.Index == Int {
    if options.count == 1 { return 0 }
    if let last, generator.next() % 256 < persistence,
      let next = options.firstIndex(where: { $0.mayRun(last) })
    {
      return next
    }
    return Int.random(in: 0..<options.count, using: &generator)
  }
}
