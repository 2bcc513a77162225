import RatchetDependencies

/// Answers choices by priorities that each thing gets at random, and that change at few random
/// moments: a race that needs *n* things to happen in a certain order is found with a depth of *n*.
///
/// Source: Burckhardt, Kothari, Musuvathi, Nagarakatte, "A randomized scheduler with probabilistic
/// guarantees of finding bugs", 2010.
struct PriorityWalk: Sendable {
  /// What has a priority.
  private enum Subject: Hashable {
    case lane(ObjectIdentifier)
    case mainQueue
    case test
  }

  /// The changes fall into so many choices, about as many as a test of some effects has.
  private static var length: Int { 60 }

  private var priorities: [Subject: UInt64] = [:]
  /// The choices after which what was chosen gets a priority below all others.
  private let changes: Set<Int>
  private var choices = 0

  init(depth: Int, using generator: inout SplitMix64) {
    var changes: Set<Int> = []
    for _ in 0..<max(0, depth - 1) { changes.insert(Int(generator.next() % UInt64(Self.length))) }
    self.changes = changes
  }

  mutating func choose<Options: RandomAccessCollection<ScheduleOption>>(
    among options: Options, using generator: inout SplitMix64
  ) -> Int where Options.Index == Int {
    defer { choices += 1 }
    var best = (index: 0, priority: UInt64.min)
    for (index, option) in options.enumerated() {
      let priority = priority(of: option, using: &generator)
      if priority > best.priority { best = (index, priority) }
    }
    if changes.contains(choices), let subject = subject(of: options[best.index]) {
      // The later the change, the lower.
      priorities[subject] = UInt64(max(1, Self.length - choices))
    }
    return best.index
  }

  private mutating func priority(
    of option: ScheduleOption, using generator: inout SplitMix64
  ) -> UInt64 {
    // Above those that a change gives.
    let new = generator.next() | 1 << 63
    guard let subject = subject(of: option) else { return new }
    if let priority = priorities[subject] { return priority }
    priorities[subject] = new
    return new
  }

  private func subject(of option: ScheduleOption) -> Subject? {
    switch option {
    case .run(let lane), .wake(let lane?): .lane(ObjectIdentifier(lane))
    case .mainQueue: .mainQueue
    case .test: .test
    case .receive, .wake(nil): nil
    }
  }
}
