/// The events of a run as lines for a failure text: numbered, with repeated events folded, and of a
/// long story only the part around one event.
enum Story {
  /// The most lines of a story.
  static var maxLines: Int { 200 }

  /// Numbers events.
  ///
  /// - Parameters:
  ///   - events: The events, a line each.
  ///   - mark: The number of events before the one to mark, with which a story begins to differ
  ///     from another.
  ///   - focus: The number of events before the one to show in any case.
  ///   - start: The number of events that are left out at the start.
  ///   - limit: The most lines.
  /// - Returns: The lines.
  static func lines(
    _ events: [String], mark: Int? = nil, around focus: Int, from start: Int = 0,
    limit: Int = maxLines
  ) -> [String] {
    let split = max(start, min(mark ?? start, events.count))
    let keys = events.map(withoutTime)
    let all =
      folded(events, by: keys, start..<split) + folded(events, by: keys, split..<events.count)
    let position = all.firstIndex { $0.event >= focus } ?? all.count
    let shown = all.dropFirst(max(0, min(position - limit / 10, all.count - limit))).prefix(limit)
    let before =
      shown.startIndex == 0 ? [] : ["... (\(all[shown.startIndex].event - start) before)"]
    let left = shown.endIndex == all.count ? 0 : events.count - all[shown.endIndex].event
    let lines = shown.map { "\($0.event == mark ? "> " : "")\($0.event + 1). \($0.text)" }
    return before + lines + (left == 0 ? [] : ["... (\(left) more)"])
  }

  /// The elements of a list, of which equal ones in a row are one.
  static func folded(_ list: [String]) -> [String] {
    folded(list, by: list, 0..<list.count, longest: 1).map(\.text)
  }

  /// The lines of some events: of those that repeat, the first, and how often they come.
  private static func folded(
    _ events: [String], by keys: [String], _ range: Range<Int>, longest: Int = 8
  ) -> [(event: Int, text: String)] {
    var lines: [(event: Int, text: String)] = []
    var next = range.lowerBound
    while next < range.upperBound {
      let (length, found) = repetition(in: keys[next..<range.upperBound], longest)
      // The last one is listed as well if it differs, as what counts in the state does.
      let last = next + length * (found - 1)
      let isSame = events[next..<next + length] == events[last..<last + length]
      let times = isSame ? found : found - 1
      lines += (next..<next + length).map { ($0, events[$0]) }
      if times > 1 {
        let which = length > 1 ? "\(next + 1) to \(next + length): " : ""
        lines[lines.count - 1].text += " (\(which)\(times) times)"
      }
      next += length * times
    }
    return lines
  }

  /// The length of the shortest block that comes at least four times at the start, and how often it
  /// does; a block of one event that comes once if there is none.
  private static func repetition(
    in keys: ArraySlice<String>, _ longest: Int
  ) -> (length: Int, times: Int) {
    for length in 1...longest where keys.count >= 4 * length {
      let same = zip(keys, keys.dropFirst(length)).prefix { $0 == $1 }.count
      if same >= 3 * length { return (length, same / length + 1) }
    }
    return (1, 1)
  }

  /// The failure text for a run that differed when it was repeated; `nil` if it did not differ.
  static func difference(
    of test: String, _ how: String, first: [String], again: [String]
  ) -> String? {
    if first == again { return nil }
    let index = zip(first, again).prefix { $0 == $1 }.count
    return """
      The \(test) is not deterministic: \(how), event \(index + 1) was different:

      - \(first.dropFirst(index).first ?? "nothing")
      + \(again.dropFirst(index).first ?? "nothing")

      (- first, + again)

      It depends on something that the schedule does not control: usually a variable outside of the \
      test that the first run changed, or the order of a 'Dictionary' or 'Set'; otherwise real \
      time, 'Task.detached', another thread, or random numbers without a seed. To fix this, create \
      the variable in the test, sort the elements, or make the rest a dependency.
      """
  }

  /// What two events of a timer have in common: not the time, nor what they count in the state.
  private static func withoutTime(_ event: String) -> String {
    let start =
      ["state", "the clock shows "].contains { event.hasPrefix($0) }
      ? event.startIndex
      : event.firstRange(of: " sleeps until ")?.upperBound
    guard let start else { return event }
    return event[..<start] + event[start...].filter { !$0.isNumber }
  }
}
