/// As much of a terminal as the examples use: what a user would see after the bytes written so far.
package struct VirtualScreen {
  package let columns: Int
  package let rows: Int
  package private(set) var isCursorVisible = true
  package private(set) var isPasteBracketed = false
  package private(set) var hasUsedColour = false
  /// How often the cursor has been hidden, as it is when the terminal is taken over.
  package private(set) var takeOvers = 0
  /// What was written that no terminal should be asked for.
  package private(set) var unknown: [String] = []
  /// How often a line ran into the next one.
  package private(set) var wraps = 0
  /// The lines that left at the top of the main screen.
  package private(set) var history: [String] = []

  private var cells: [[Character]]
  private var row = 0
  private var column = 0
  private var main: (cells: [[Character]], row: Int, column: Int)?
  private var partial: [UInt8] = []

  package init(columns: Int = 80, rows: Int = 24) {
    self.columns = columns
    self.rows = rows
    cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
  }

  package var isAlternate: Bool { main != nil }

  /// The rows, without the spaces at their ends.
  package var lines: [String] {
    cells.map { row in
      String(row.prefix((row.lastIndex { $0 != " " } ?? -1) + 1))
    }
  }

  /// The rows down to the last that is not blank.
  package var text: String {
    let lines = lines
    return lines.prefix((lines.lastIndex { !$0.isEmpty } ?? -1) + 1).joined(separator: "\n")
  }

  package mutating func write(_ text: String) {
    write(Array(text.utf8))
  }

  /// Shows bytes; a sequence or character that is cut off waits for its rest.
  package mutating func write(_ bytes: [UInt8]) {
    var scanner = ControlScanner(bytes: partial + bytes)
    while let token = scanner.next() { apply(token) }
    partial = scanner.rest
  }

  private mutating func apply(_ token: ControlScanner.Token) {
    switch token {
    case .character(let character): put(character)
    case .control(0x0D): column = 0
    case .control(0x0A): lineFeed()
    case .control(let byte): unknown.append("control \(byte)")
    case .sequence(let parameters, let final): sequence(parameters, final)
    }
  }

  private mutating func put(_ character: Character) {
    // The cursor waits at the margin until the next character needs the next line.
    if column == columns {
      wraps += 1
      column = 0
      lineFeed()
    }
    cells[row][column] = character
    column += 1
  }

  private mutating func lineFeed() {
    guard row == rows - 1 else {
      row += 1
      return
    }
    let top = cells.removeFirst()
    if main == nil { history.append(String(top).trimmingSpaces) }
    cells.append(Array(repeating: " ", count: columns))
  }

  private mutating func sequence(_ parameters: String, _ final: Character) {
    let count = max(1, Int(parameters) ?? 1)
    switch (final, parameters) {
    case ("A", _): row = max(0, row - count)
    case ("B", _): row = min(rows - 1, row + count)
    case ("C", _): column += count
    case ("H", ""): (row, column) = (0, 0)
    case ("J", ""): eraseBelow()
    case ("K", "2"): cells[row] = Array(repeating: " ", count: columns)
    case ("m", _): hasUsedColour = true
    case ("h", "?25"), ("l", "?25"):
      isCursorVisible = final == "h"
      takeOvers += final == "l" ? 1 : 0
    // A frame that is shown when it is whole.
    case ("h", "?2026"), ("l", "?2026"): break
    case ("h", "?2004"), ("l", "?2004"): isPasteBracketed = final == "h"
    case ("h", "?1049"), ("l", "?1049"): switchScreen(toAlternate: final == "h")
    default: unknown.append("Esc [ \(parameters) \(final)")
    }
    column = min(column, final == "m" ? columns : columns - 1)
  }

  private mutating func eraseBelow() {
    // As tmux and screen do; a terminal of one column has no other place.
    if (row, column) == (0, 0), main == nil, columns > 1 {
      history += lines.prefix { !$0.isEmpty }
    }
    for column in min(column, columns - 1)..<columns { cells[row][column] = " " }
    for row in (row + 1)..<max(rows, row + 1) {
      cells[row] = Array(repeating: " ", count: columns)
    }
  }

  private mutating func switchScreen(toAlternate: Bool) {
    if toAlternate, main == nil {
      main = (cells, row, column)
      cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
    } else if !toAlternate, let main {
      (cells, row, column) = main
      self.main = nil
    }
  }
}

extension String {
  fileprivate var trimmingSpaces: String {
    String(prefix(upTo: (lastIndex { $0 != " " }).map(index(after:)) ?? startIndex))
  }
}
