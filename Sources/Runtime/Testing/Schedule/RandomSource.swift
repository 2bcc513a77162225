import RatchetDependencies

/// Makes the choices of a schedule: in order, from a seed, or from a list of deviations.
///
/// The first option of each choice is that of `inOrder`.
package struct RandomSource {
  private enum Answers {
    case inOrder
    /// At random; in `persistence` of 256 choices, the lane that ran last continues if it can.
    ///
    /// A uniform random walk hardly ever lets one effect run far ahead of another.
    case random(persistence: UInt64)
    case priorities(PriorityWalk)
    case deviating(DeviationReader)
  }

  private var generator: SplitMix64
  private var answers: Answers
  /// The lane that ran last.
  var last: ObjectIdentifier?

  package init(_ schedule: Schedule) {
    generator = SplitMix64(state: 0)
    switch schedule {
    case .inOrder: answers = .inOrder
    case .seed(let seed):
      generator = SplitMix64(state: seed)
      let persistences: [UInt64] = [0, 192, 248, 255]
      answers = .random(persistence: persistences[Int(seed % 4)])
    case .priorities(let seed, let depth):
      generator = SplitMix64(state: seed)
      answers = .priorities(PriorityWalk(depth: depth, using: &generator))
    case .deviating(let deviations): answers = .deviating(DeviationReader(deviations))
    }
  }

  /// The deviations of the schedule whose options have not become available so far.
  var unusedDeviations: String? {
    if case .deviating(let reader) = answers { reader.unused } else { nil }
  }

  /// The index of the option to take; `choice` counts all choices.
  mutating func choose<Options: RandomAccessCollection<ScheduleOption>>(
    among options: Options, at choice: Int
  ) -> Int where Options.Index == Int {
    switch answers {
    case .inOrder: return 0
    case .random(let persistence): return walk(options, persistence)
    case .priorities(var walk):
      // Moved out meanwhile, here and below, to be changed in place.
      answers = .inOrder
      defer { answers = .priorities(walk) }
      return walk.choose(among: options, using: &generator)
    case .deviating(var reader):
      answers = .inOrder
      defer { answers = .deviating(reader) }
      return reader.choose(among: options, at: choice)
    }
  }

  private mutating func walk<Options: RandomAccessCollection<ScheduleOption>>(
    _ options: Options, _ persistence: UInt64
  ) -> Int where Options.Index == Int {
    if options.count == 1 { return 0 }
    if let last, generator.next() % 256 < persistence,
      let next = options.firstIndex(where: { $0.continues(last) })
    {
      return next
    }
    return Int.random(in: 0..<options.count, using: &generator)
  }
}
