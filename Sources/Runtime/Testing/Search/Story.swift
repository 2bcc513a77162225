/// Writes the events of a run as lines for a failure text: numbered, with repeated events folded
/// into one line, and of a long story only the part around one event.
///
/// Used for the failures of `exploreSchedules` and `simulate`. Events are counted from 0 here; the
/// printed numbers start at 1.
enum Story {
  /// The most lines of a story.
  static var maxLines: Int { 200 }

  /// Returns the lines of a story; folded lines have the number of their first event.
  ///
  /// - Parameters:
  ///   - events: The events, a line each.
  ///   - mark: The index of the event to mark with `>`: the first that differs from another story.
  ///   - focus: The index of the event that is shown in any case, if the story is cut.
  ///   - start: The number of events that are left out at the start.
  ///   - limit: The maximum number of lines of events.
  /// - Returns: The lines; where the story is cut, a line says how many events are left out.
  static func lines(
    _ events: [String], mark: Int? = nil, around focus: Int, from start: Int = 0,
    limit: Int = maxLines
  ) -> [String] {
    // The marked event begins a line of its own: events before it are folded separately.
    let split = max(start, min(mark ?? start, events.count))
    let keys = events.map(withoutTime)
    let all =
      folded(events, by: keys, start..<split) + folded(events, by: keys, split..<events.count)
    // A tenth of the lines shown come before the focus; near the end of the story, more do.
    let position = all.firstIndex { $0.event >= focus } ?? all.count
    let shown = all.dropFirst(max(0, min(position - limit / 10, all.count - limit))).prefix(limit)
    let before =
      shown.startIndex == 0 ? [] : ["... (\(all[shown.startIndex].event - start) before)"]
    let left = shown.endIndex == all.count ? 0 : events.count - all[shown.endIndex].event
    let lines = shown.map { "\($0.event == mark ? "> " : "")\($0.event + 1). \($0.text)" }
    return before + lines + (left == 0 ? [] : ["... (\(left) more)"])
  }

  /// The elements of a list; four or more equal ones in a row become one, with their number.
  static func folded(_ list: [String]) -> [String] {
    folded(list, by: list, 0..<list.count, longest: 1).map(\.text)
  }

  /// The lines of the events in a range, each with the index of its event.
  ///
  /// Of a block of events that repeats, only the first occurrence is listed, and how often it
  /// occurs. `keys` has for each event the text by which repetitions are found; a block has at most
  /// `longest` events.
  private static func folded(
    _ events: [String], by keys: [String], _ range: Range<Int>, longest: Int = 8
  ) -> [(event: Int, text: String)] {
    var lines: [(event: Int, text: String)] = []
    var next = range.lowerBound
    while next < range.upperBound {
      let (length, found) = repetition(in: keys[next..<range.upperBound], longest)
      // If the last occurrence differs in its numbers, it is listed as well: a reader sees how far
      // a counter in the state has come.
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

  /// The length of the shortest block that occurs at least four times in a row at the start, and
  /// how often it occurs; without such a block, one event that occurs once.
  private static func repetition(
    in keys: ArraySlice<String>, _ longest: Int
  ) -> (length: Int, times: Int) {
    for length in 1...longest where keys.count >= 4 * length {
      // A block repeats while each key equals the one that is `length` later.
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

  /// The text of an event without the numbers in which two events of a timer differ: the time, and
  /// what they count in the state.
  private static func withoutTime(_ event: String) -> String {
    let start =
      ["state", "the clock shows "].contains { event.hasPrefix($0) }
      ? event.startIndex
      : event.firstRange(of: " sleeps until ")?.upperBound
    guard let start else { return event }
    return event[..<start] + event[start...].filter { !$0.isNumber }
  }
}
