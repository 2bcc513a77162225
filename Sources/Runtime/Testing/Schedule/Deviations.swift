/// The choices of a run, in order, from which follows where it deviates from `inOrder`.
struct ChoiceRecord: Sendable {
  private struct Choice {
    let options: Range<Int>
    let taken: Int
  }

  /// A run with more choices than this is not one that a person reads.
  private static var longest: Int { 5_000 }

  private var options: [ScheduleOption] = []
  private var choices: [Choice] = []

  mutating func add(_ taken: Int, of options: [ScheduleOption]) {
    guard options.count > 1, choices.count < Self.longest else { return }
    let start = self.options.count
    self.options += options
    choices.append(Choice(options: start..<self.options.count, taken: taken))
  }

  /// The deviations from `inOrder`, by labels and not by positions: so that they hold for another
  /// build, where effects run in other pieces, as far as they can.
  var deviations: String {
    var texts: [String] = []
    // How often each deviation could have happened since the last one.
    var declined: [String: Int] = [:]
    for choice in choices {
      let deviations = ScheduleOption.deviations(options[choice.options])
      if let text = deviations[choice.taken] {
        let time = declined[text, default: 0] + 1
        texts.append(time == 1 ? text : "\(text) (time \(time))")
        declined = [:]
      } else {
        for case let text? in deviations { declined[text, default: 0] += 1 }
      }
    }
    return texts.joined(separator: DeviationReader.separator)
  }
}

/// Answers choices from a list of deviations.
struct DeviationReader: Sendable {
  static var separator: String { "; " }

  private var rest: Substring
  /// How often what the next deviation says could have happened since the last one.
  private var declined = 0

  init(_ deviations: String) {
    rest = deviations[...]
  }

  mutating func choose(among options: [ScheduleOption]) -> Int {
    if rest.isEmpty || options.count < 2 { return 0 }
    for (index, text) in ScheduleOption.deviations(options).enumerated() {
      guard let text, let end = end(of: text) else { continue }
      declined += 1
      if declined < end.time { return 0 }
      rest = rest[end.index...]
      declined = 0
      return index
    }
    return 0
  }

  /// Where the next deviation ends, if it is this text, and the how-many-th time it means.
  private func end(of text: String) -> (index: Substring.Index, time: Int)? {
    guard rest.hasPrefix(text) else { return nil }
    var after = rest.dropFirst(text.count)
    var time = 1
    if after.hasPrefix(" (time ") {
      let digits = after.dropFirst(" (time ".count).prefix { $0.isNumber }
      time = Int(digits) ?? 1
      after = after.dropFirst(" (time ".count + digits.count + 1)
    }
    if after.isEmpty { return (after.endIndex, time) }
    guard after.hasPrefix(Self.separator) else { return nil }
    return (after.dropFirst(Self.separator.count).startIndex, time)
  }
}
