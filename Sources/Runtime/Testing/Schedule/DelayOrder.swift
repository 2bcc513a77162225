/// Knows which of several options a schedule takes by itself: the one whose turn it is, or if that
/// one waits, the next that does not.
///
/// A *deviation* from the schedule `inOrder` is a delay: what would have come before the option
/// that is taken waits until nothing else can run. So one deviation lets an effect run far ahead of
/// another, however often it suspends on the way. Used by `LaneExecutor` to follow deviations, and
/// by `ChoiceRecord` to print them.
struct DelayOrder: Sendable {
  /// Who waits.
  private var delayed: Set<ScheduleOption.Subject> = []

  /// The index of the option that is taken without a deviation.
  func first<Options: RandomAccessCollection<ScheduleOption>>(of options: Options) -> Int {
    if delayed.isEmpty { return 0 }
    return options.firstIndex { !waits($0) }.map {
      options.distance(from: options.startIndex, to: $0)
    } ?? 0
  }

  /// Delays all that would have come before the option that is taken.
  mutating func delay(before taken: Int, of options: some RandomAccessCollection<ScheduleOption>) {
    guard let option = options.dropFirst(taken).first else { return }
    // One that waits comes after all that do not.
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
