import Ratchet

/// Shows how two values differ: the changed lines with some context, and the lines that open the
/// values around them.
///
/// Used for failures of a test store, for `printChanges`, and for a replay that differs.
package enum Difference {
  /// The number of equal lines to show before and after a change.
  private static var context: Int { 3 }
  /// The most lines to show; differences beyond are only counted.
  private static var maxLines: Int { 200 }

  /// Writes both values as lines, marked with `-` if only the old value has them and with `+` if
  /// only the new one has.
  ///
  /// A value whose description is shorter than the value, such as a date with a fraction of a
  /// second, is written exactly if it would not differ otherwise. `nil` if both have the same text:
  /// they are equal, or differ in something that reflection does not show.
  package static func text(from old: Any, to new: Any) -> String? {
    text(from: old, to: new, isExact: false)
  }

  /// The text of a failure whose values differ but have the same lines: says so, with the path to
  /// the first part that differs.
  package static func sameText(from old: Any, to new: Any) -> String {
    let first = FirstDifference(from: old, to: new)
    let part = first.flatMap { $0.path.isEmpty ? nil : " at '\($0.path)'" } ?? ""
    let objects = first.flatMap { first in
      ValueParts(first.new).style == .class ? ": two objects of '\(type(of: first.new))'" : nil
    }
    return """
        The values\(part) are not equal, but they print the same text\(objects ?? "").
      """
  }

  /// Compares the lines of two values; `isExact` writes all values exactly.
  ///
  /// If the values differ but their lines do not, compares exact lines. If these do not differ
  /// either, and some parts were omitted from the lines, shows the first part that differs.
  private static func text(from old: Any, to new: Any, isExact: Bool) -> String? {
    var oldText = ValueText()
    oldText.isExact = isExact
    var newText = oldText
    let oldLines = oldText.lines(of: old, beside: new)
    let newLines = newText.lines(of: new, beside: old)
    let difference = LineDifference(from: oldLines, to: newLines)
    let isCut = oldText.isCut || newText.isCut
    if difference.lines.allSatisfy(\.isSame) {
      if !isExact, !ValueEquality.areEqual(old, new),
        let text = text(from: old, to: new, isExact: true)
      {
        return text
      }
      return isCut ? FirstDifference(from: old, to: new).map(hidden) : nil
    }
    return excerpt(difference, isCut: isCut).joined(separator: "\n")
  }

  /// The difference of two texts, given as lines; `nil` if they are the same.
  package static func text(fromLines old: [String], to new: [String]) -> String? {
    text(of: LineDifference(from: old, to: new))
  }

  /// The excerpt of a comparison; `nil` if all lines are the same.
  package static func text(of difference: LineDifference) -> String? {
    if difference.lines.allSatisfy(\.isSame) { return nil }
    return excerpt(difference, isCut: false).joined(separator: "\n")
  }

  /// The text for a difference in a part that the lines of the values omit.
  private static func hidden(_ first: FirstDifference) -> String {
    let text = "    ... (the differences are deeper or later than what is shown)"
    if first.path.isEmpty { return text }
    let values = self.text(from: first.old, to: first.new).map { ":\n\($0)" } ?? ""
    return "\(text)\n    \(first.path)\(values)"
  }

  /// The changed lines and their context; `...` stands for omitted lines.
  private static func excerpt(_ difference: LineDifference, isCut: Bool) -> [String] {
    let lines = difference.lines
    let shown = fitting(shown(of: lines), of: lines)
    // Changed lines that do not fit are counted, and nothing follows their number.
    let rest = lines.indices.count { !lines[$0].isSame && !shown.contains($0) }
    let end = rest == 0 ? lines.count : (shown.max() ?? -1) + 1
    var result: [String] = []
    /// Whether the previous line was omitted: several omitted lines have only one mark.
    var isLeftOut = false
    for (index, line) in lines.prefix(end).enumerated() {
      if shown.contains(index) {
        result.append(marked(line))
      } else if !isLeftOut, line.isSame {
        result.append("    ...")
      }
      isLeftOut = !shown.contains(index)
    }
    if rest > 0 {
      result.append("    ... (\(isCut ? "at least " : "")\(rest) more lines differ)")
    }
    if difference.isCapped {
      result.append("    ... (too many differences: not all were compared)")
    }
    return result
  }

  /// The indices of the lines to show: changed lines, their context, and the opening lines around.
  private static func shown(of lines: [LineDifference.Line]) -> Set<Int> {
    var shown: Set<Int> = []
    /// The lines that open the values around the current line, outermost first, each with the line
    /// of the value's id if it has one.
    var around: [(index: Int, indentation: Int, id: Int?)] = []
    for (index, line) in lines.enumerated() {
      let indentation = line.text.utf8.prefix { $0 == UInt8(ascii: " ") }.count
      while let last = around.last, last.indentation >= indentation { around.removeLast() }
      if line.text.dropFirst(indentation).hasPrefix("id: "), !around.isEmpty {
        around[around.count - 1].id = index
      }
      if !line.isSame {
        shown.formUnion(around.map(\.index) + around.compactMap(\.id))
        shown.formUnion(max(0, index - context)...min(lines.count - 1, index + context))
      }
      around.append((index, indentation, nil))
    }
    return shown
  }

  /// The first `maxLines` of the lines to show; of a change that does not fit, as many old lines as
  /// new ones, if there are enough of both.
  private static func fitting(_ shown: Set<Int>, of lines: [LineDifference.Line]) -> Set<Int> {
    var fitting: Set<Int> = []
    var index = 0
    while index < lines.count, fitting.count < maxLines {
      let change = lines[index...].prefix { !$0.isSame }
      if change.isEmpty, shown.contains(index) { fitting.insert(index) }
      let old = change.count { if case .removed = $0 { true } else { false } }
      let new = change.count - old
      let room = maxLines - fitting.count
      let oldShown = min(old, max(room / 2, room - new))
      fitting.formUnion(index..<(index + oldShown))
      fitting.formUnion((index + old)..<(index + old + min(new, room - oldShown)))
      index += max(1, change.count)
    }
    return fitting
  }

  private static func marked(_ line: LineDifference.Line) -> String {
    switch line {
    case .same(let text): "    \(text)"
    case .removed(let text): "  - \(text)"
    case .inserted(let text): "  + \(text)"
    }
  }
}
