/// Makes the choices of the schedule `deviating`, whose text lists deviations.
///
/// A *deviation* is one choice that differs from the schedule `inOrder`. A failure prints labels:
/// `run "save" #2 before "load" #1 (time 3)`, taken the third time that it is possible. A search
/// for a failing schedule writes positions after an `@`: in `@4.1 7.2`, choice 4 takes option 1,
/// both counted from 0. Used by `RandomSource`, which makes the choices of all schedules.
struct DeviationReader: Sendable {
  /// Separates deviations by label.
  static var separator: String { "; " }

  /// The text of the deviations by label that have not been taken; empty if they are by position.
  private var rest: Substring
  /// How often the next deviation by label has been possible since the last one was taken.
  private var declined = 0
  /// The deviations by position that have not been taken, the next one last.
  private var positions: [ScheduleSearch.Deviation] = []

  init(_ deviations: String) {
    rest = deviations[...]
    guard rest.popFirstIf("@") else { return }
    positions = ScheduleSearch.Deviation.read(rest).reversed()
    rest = ""
  }

  /// The deviations by label that have not been taken so far; `nil` if there are none.
  var unused: String? { rest.isEmpty ? nil : String(rest) }

  /// Returns the index of the option to take; `first` is the one to take without a deviation, and
  /// `choice` the number of choices made before.
  mutating func choose(
    among options: some RandomAccessCollection<ScheduleOption>, first: Int, at choice: Int
  ) -> Int {
    // The stores of one run number their choices together: skips deviations of another store.
    while let passed = positions.last, passed.choice < choice { positions.removeLast() }
    if let next = positions.last {
      guard next.choice == choice else { return first }
      positions.removeLast()
      // A list that was made by hand may name an option that does not exist.
      return min(next.option, options.count - 1)
    }
    if rest.isEmpty || options.count < 2 { return first }
    for (index, text) in ScheduleOption.deviations(options, first: first).enumerated() {
      guard let text, let end = end(of: text) else { continue }
      declined += 1
      if declined < end.time { return first }
      rest = rest[end.index...]
      declined = 0
      return index
    }
    return first
  }

  /// If `text` is the label of the next deviation, returns where that deviation ends in `rest`, and
  /// at which occurrence to take it; otherwise, returns `nil`.
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
  /// Removes a prefix; returns false if it is absent.
  fileprivate mutating func popFirstIf(_ text: String) -> Bool {
    guard hasPrefix(text) else { return false }
    self = dropFirst(text.count)
    return true
  }
}
