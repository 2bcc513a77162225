/// Records the choices that a test store's schedule makes, in order, to list afterward how they
/// deviated from the schedule `inOrder`.
///
/// A *deviation* is any choice other than the default (`DelayOrder`). Used by `Trace`, which
/// records what happens in a test store.
struct ChoiceRecord: Sendable {
  private struct Choice {
    /// Where the choice's options are in the list of all options.
    let options: Range<Int>
    /// The index of the option that was taken; 0 for the first option of the choice.
    let taken: Int
    /// Whether all effects settled between the previous choice and this one.
    let isAfterRest: Bool
  }

  /// Choices beyond these limits are not recorded: the deviations would be too many to read.
  private static var limits: (choices: Int, options: Int) { (5_000, 100_000) }

  /// The options of all choices, one choice after the other.
  private var options: [ScheduleOption] = []
  private var choices: [Choice] = []
  /// Whether all effects have settled since the last choice.
  private var isAfterRest = false

  /// Records that the option at the index `taken` was taken; a single option is not a choice.
  mutating func add(_ taken: Int, of options: some RandomAccessCollection<ScheduleOption>) {
    guard options.count > 1, choices.count < Self.limits.choices,
      self.options.count < Self.limits.options
    else { return }
    let start = self.options.count
    self.options += options
    choices.append(
      Choice(options: start..<self.options.count, taken: taken, isAfterRest: isAfterRest))
    isAfterRest = false
  }

  /// Records that all effects have settled, which ends all delays.
  mutating func addRest() { isAfterRest = true }

  /// Returns the deviations from `inOrder`, in order; `store` is the store's number in its run.
  ///
  /// Each deviation is returned in two forms. The one with the label of the option also applies to
  /// other builds, as far as the same options occur there. The `position`, the number of the choice
  /// in this store and the index of the option, applies only to the same build. Makes the choices
  /// again with a `DelayOrder` to find which option was the default each time.
  func deviations(
    ofStore store: Int
  ) -> [(RunChoices.Deviation, position: ScheduleSearch.Deviation)] {
    var list: [(RunChoices.Deviation, position: ScheduleSearch.Deviation)] = []
    // How often each deviation was possible but not taken, since the last deviation.
    var declined: [String: Int] = [:]
    var order = DelayOrder()
    for (number, choice) in choices.enumerated() {
      if choice.isAfterRest { order.effectsSettled() }
      let options = options[choice.options]
      let deviations = ScheduleOption.deviations(options, first: order.first(of: options))
      // The default is not a deviation, and has no text.
      if let text = deviations[choice.taken] {
        let time = declined[text, default: 0] + 1
        list.append(
          (
            RunChoices.Deviation(store: store, option: text, time: time),
            ScheduleSearch.Deviation(choice: number, option: choice.taken)
          ))
        declined = [:]
        order.delay(before: choice.taken, of: options)
      } else {
        for case let text? in deviations { declined[text, default: 0] += 1 }
      }
    }
    return list
  }
}

extension Schedule {
  /// Makes the schedule with these deviations, given by labels; `inOrder` if there are none.
  init(deviations: [String]) {
    self =
      deviations.isEmpty
      ? .inOrder : .deviating(deviations.joined(separator: DeviationReader.separator))
  }
}
