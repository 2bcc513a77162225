/// The output without a terminal: one line per change, and the count as the last line.
struct PlainLines: Sendable {
  private var last = ""

  /// The lines for the changes of one action.
  mutating func lines(for changes: [Change]) -> [String] {
    let lines = changes.map { change in
      change == Self.helpShown ? Self.keys : "\(change.field): \(change.after)".printable
    }
    last = lines.last ?? last
    return lines
  }

  /// The line to end with: the count, unless the output ends with it already.
  func lastLine(count: Int) -> String? {
    last == "count: \(count)" ? nil : "count: \(count)"
  }

  private static let helpShown = Change(field: "help", before: "hidden", after: "shown")
  private static let keys =
    "help: + up, - down, f fact, c cancel, t timer, r reset, l log, ? help, q quit"
}
