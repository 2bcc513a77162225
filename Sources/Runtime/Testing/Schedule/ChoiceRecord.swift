/// Records the choices that a test store's schedule makes, in order, to say afterward how they
/// deviated from the schedule `inOrder`.
///
/// A *deviation* is any choice other than the default (`DelayOrder`). Used by `Trace`, which
/// records what happens in a test store.
struct ChoiceRecord: Sendable {
  private struct Choice {
    let options: Range<Int>
    let taken: Int
    /// Whether all effects settled between the choice before and this one.
    let isAfterRest: Bool
  }

  /// Limits beyond which a list of deviations is too long to read.
  private static var limits: (choices: Int, options: Int) { (5_000, 100_000) }

  private var options: [ScheduleOption] = []
  private var choices: [Choice] = []
  private var isAfterRest = false

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

  mutating func addRest() { isAfterRest = true }

  /// The deviations from `inOrder`, by labels, so that they apply as far as possible to another
  /// build, where effects are divided into other pieces, and by positions.
  func deviations(
    ofStore store: Int
  ) -> [(RunChoices.Deviation, position: ScheduleSearch.Deviation)] {
    var list: [(RunChoices.Deviation, position: ScheduleSearch.Deviation)] = []
    // How often each deviation was possible and was not taken, since the last one that was taken.
    var declined: [String: Int] = [:]
    var order = DelayOrder()
    for (number, choice) in choices.enumerated() {
      if choice.isAfterRest { order.effectsSettled() }
      let options = options[choice.options]
      let deviations = ScheduleOption.deviations(options, first: order.first(of: options))
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
  /// The schedule with these deviations, or `inOrder` without any.
  init(deviations: [String]) {
    self =
      deviations.isEmpty
      ? .inOrder : .deviating(deviations.joined(separator: DeviationReader.separator))
  }
}
