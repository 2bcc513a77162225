/// Makes the choices of the schedule `deviating`, whose text lists deviations: by labels, as in a
/// failure, or after an `@` by positions, as in a search for a failing schedule.
///
/// A *deviation* is one choice that differs from the schedule `inOrder`. Used by `RandomSource`.
struct DeviationReader: Sendable {
  static var separator: String { "; " }

  /// The text of the deviations by label that have not been taken; empty if they are by position.
  private var rest: Substring
  /// How often the next deviation has been possible since the last one that was taken.
  private var declined = 0
  /// The deviations by position, the next one last.
  private var positions: [ScheduleSearch.Deviation] = []

  init(_ deviations: String) {
    rest = deviations[...]
    guard rest.popFirstIf("@") else { return }
    positions = ScheduleSearch.Deviation.read(rest).reversed()
    rest = ""
  }

  /// The deviations that have not been possible so far; `nil` if there are none.
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

  /// If the next deviation is this text, returns where it ends, and at which occurrence to take it.
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
