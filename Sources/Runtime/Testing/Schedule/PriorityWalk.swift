import RatchetDependencies

/// Chooses what happens next in a test store by random priorities, for the schedule
/// `priorities(seed:depth:length:)`.
///
/// A *subject* is a task of an effect, or the test. Each gets a random priority, and the option
/// whose subject has the highest priority is taken. At `depth - 1` random choices, the subject of
/// the option taken falls below all others. A depth of *n* finds a race that needs *n* events in a
/// certain order. Used by `RandomSource`, which makes the choices of all schedules.
///
/// Source: Burckhardt, Kothari, Musuvathi, Nagarakatte, "A randomized scheduler with probabilistic
/// guarantees of finding bugs", 2010.
struct PriorityWalk: Sendable {
  private var priorities: [ScheduleOption.Subject: UInt64] = [:]
  /// The numbers of the choices, from 0, after which the chosen subject falls below all others.
  private let changes: Set<Int>
  /// The number of choices, from the first, among which `changes` are drawn.
  private let length: Int

  init(depth: Int, length: Int, using generator: inout SplitMix64) {
    self.length = max(1, length)
    var changes: Set<Int> = []
    for _ in 1..<max(1, min(depth, self.length)) {
      changes.insert(Int(generator.next() % UInt64(self.length)))
    }
    self.changes = changes
  }

  mutating func choose<Options: RandomAccessCollection<ScheduleOption>>(
    among options: Options, at choice: Int, using generator: inout SplitMix64
  ) -> Int where Options.Index == Int {
    var best = (index: 0, priority: UInt64.min)
    for (index, option) in options.enumerated() {
      let priority = priority(of: option, using: &generator)
      if priority > best.priority { best = (index, priority) }
    }
    if changes.contains(choice), let subject = options[best.index].subject {
      // Below all new priorities, and lower with each later change.
      priorities[subject] = UInt64(max(1, length - choice))
    }
    return best.index
  }

  private mutating func priority(
    of option: ScheduleOption, using generator: inout SplitMix64
  ) -> UInt64 {
    // The highest bit puts a new priority above those that changes give. A sleeper that belongs to
    // no effect has no subject, and gets a new priority at each choice.
    let new = generator.next() | 1 << 63
    guard let subject = option.subject else { return new }
    if let priority = priorities[subject] { return priority }
    priorities[subject] = new
    return new
  }
}
