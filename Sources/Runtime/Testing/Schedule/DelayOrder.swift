/// Finds the default among the options for what happens next in a test store: the first option
/// that is not delayed.
///
/// A *deviation* from the schedule `inOrder` takes another option and delays everything that would
/// have come before it: that waits until nothing else can run. One deviation therefore lets an
/// effect run far ahead of another, however often the effect suspends on the way. Used by
/// `LaneExecutor` to follow deviations, and by `ChoiceRecord` to list them.
struct DelayOrder: Sendable {
  /// The tasks that are delayed, and the test if it is; a sleeper that belongs to no effect has no
  /// subject, and is never delayed.
  private var delayed: Set<ScheduleOption.Subject> = []

  /// The index of the option that is taken without a deviation; 0 if all options are delayed.
  func first<Options: RandomAccessCollection<ScheduleOption>>(of options: Options) -> Int {
    if delayed.isEmpty { return 0 }
    return options.firstIndex { !waits($0) }.map {
      options.distance(from: options.startIndex, to: $0)
    } ?? 0
  }

  /// Delays everything that would have come before the option at the index `taken`, which is taken.
  mutating func delay(before taken: Int, of options: some RandomAccessCollection<ScheduleOption>) {
    guard let option = options.dropFirst(taken).first else { return }
    // A delayed option would have come last, so taking it delays all others.
    let isDelayed = waits(option)
    for (index, other) in options.enumerated() where index != taken {
      guard let subject = other.subject, index < taken || isDelayed else { continue }
      delayed.insert(subject)
    }
    if let subject = option.subject { delayed.remove(subject) }
  }

  /// Ends all delays: nothing can run any more.
  mutating func effectsSettled() {
    if !delayed.isEmpty { delayed = [] }
  }

  private func waits(_ option: ScheduleOption) -> Bool {
    option.subject.map(delayed.contains) == true
  }
}
