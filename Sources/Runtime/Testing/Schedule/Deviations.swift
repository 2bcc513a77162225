/// The choices of a run, in order, from which follows where it deviates from `inOrder`.
struct ChoiceRecord: Sendable {
  private struct Choice {
    let options: Range<Int>
    let taken: Int
  }

  /// A run with more options than this, or choices, is not one that a person reads.
  private static var longest: (choices: Int, options: Int) { (5_000, 100_000) }

  private var options: [ScheduleOption] = []
  private var choices: [Choice] = []

  mutating func add(_ taken: Int, of options: some RandomAccessCollection<ScheduleOption>) {
    guard options.count > 1, choices.count < Self.longest.choices,
      self.options.count < Self.longest.options
    else { return }
    let start = self.options.count
    self.options += options
    choices.append(Choice(options: start..<self.options.count, taken: taken))
  }

  /// The deviations from `inOrder`, by labels and not by positions: so that they hold for another
  /// build, where effects run in other pieces, as far as they can.
  var deviations: [String] {
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
    return texts
  }
}

/// Answers choices from a list of deviations, by labels, or after a `@` by positions.
struct DeviationReader: Sendable {
  static var separator: String { "; " }

  private var rest: Substring
  /// How often what the next deviation says could have happened since the last one.
  private var declined = 0
  /// The deviations by position, the next one last.
  private var positions: [ScheduleSearch.Deviation] = []

  init(_ deviations: String) {
    rest = deviations[...]
    guard rest.popFirstIf("@") else { return }
    positions = rest.split(separator: " ").compactMap { text in
      let numbers = text.split(separator: ".").compactMap { Int($0) }
      return numbers.count == 2
        ? ScheduleSearch.Deviation(choice: numbers[0], option: numbers[1]) : nil
    }.reversed()
    rest = ""
  }

  /// The index of the option that is taken in a choice, whose number is that among all choices.
  mutating func choose(
    among options: some RandomAccessCollection<ScheduleOption>, at choice: Int
  ) -> Int {
    if let next = positions.last {
      guard next.choice == choice else { return 0 }
      positions.removeLast()
      return min(next.option, options.count - 1)
    }
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

  /// A deviation at the first time at which it is possible.
  static func withoutTime(_ deviation: String) -> String {
    guard deviation.hasSuffix(")"), let time = deviation.ranges(of: " (time ").last else {
      return deviation
    }
    return String(deviation[..<time.lowerBound])
  }

  /// Where the next deviation ends, if it is this text, and the how-many-th time it means.
  private func end(of text: String) -> (index: Substring.Index, time: Int)? {
    var after = rest
    guard after.popFirstIf(text) else { return nil }
    var time = 1
    if after.popFirstIf(" (time ") {
      let digits = after.prefix { $0.isNumber }
      time = Int(digits) ?? 1
      after = after.dropFirst(digits.count + 1)
    }
    if after.isEmpty || after.popFirstIf(Self.separator) { return (after.startIndex, time) }
    return nil
  }
}

extension Substring {
  /// Takes a text off the front; false if it is not there.
  fileprivate mutating func popFirstIf(_ text: String) -> Bool {
    guard hasPrefix(text) else { return false }
    self = dropFirst(text.count)
    return true
  }
}

extension Schedule {
  /// The schedule with these deviations, in order if there are none.
  init(deviations: [String]) {
    self =
      deviations.isEmpty
      ? .inOrder : .deviating(deviations.joined(separator: DeviationReader.separator))
  }
}
