import Console
import Ratchet

/// What the keys of a terminal act on; the state has none where commands are read from a pipe.
struct Keys: Codable, Equatable, Sendable {
  /// The position of the selected row among those that are shown.
  var selection = 0
  /// The row that was there after the last action: it stays selected wherever it moves.
  var selected: Item.ID?
  /// The command that is typed.
  var line: TextField?
  /// The selected row when a command was begun with a key, and the number that it had then: a
  /// command for that number is for this row.
  var row: Row?
  /// What was told last: a reminder, or why a command was not followed.
  var message: String?

  struct Row: Codable, Equatable, Sendable {
    let id: Item.ID
    let number: Int
  }

  /// Told while a command is typed: the numbers in it may be those of other rows by now.
  static let numbersChanged = "another program has changed the list, and maybe its numbers"

  enum Action: Codable, Equatable, Sendable {
    case selectionMoved(by: Int)
    /// A command is typed; nil to forget it.
    case typed(TextField?)
    /// The command that is typed is to be followed.
    case entered
    case told(String)
    /// The program is about to end: nothing may stay in flight.
    case quit
  }
}

extension Todos.State {
  /// The position among all rows of the row that keys act on.
  var selectedPosition: Int? {
    let positions = visiblePositions
    return keys == nil || positions.isEmpty ? nil : positions[selection(in: positions)]
  }

  /// Which of these positions is selected; that where it was if its row is not shown any more.
  func selection(in positions: [Int]) -> Int {
    let selected = keys?.selected.flatMap { rows.index(id: $0) }
    return selected.flatMap { filter == .all ? $0 : positions.firstIndex(of: $0) }
      ?? max(0, min(keys?.selection ?? 0, positions.count - 1))
  }

  /// Moves the selection by so many rows, and notes which row is selected.
  mutating func select(by step: Int) {
    if keys == nil { return }
    let positions = visiblePositions
    let selection = max(0, min(selection(in: positions) + step, positions.count - 1))
    keys?.selection = selection
    keys?.selected = positions.isEmpty ? nil : rows[positions[selection]].id
  }

  mutating func follow(_ action: Keys.Action) -> Effect<Todos.Action> {
    keys?.message = nil
    switch action {
    case .selectionMoved(let step):
      select(by: step)
    case .typed(let line):
      if keys?.line == nil {
        let position = line?.text.isEmpty == false ? selectedPosition : nil
        keys?.row = position.map { Keys.Row(id: rows[$0].id, number: $0 + 1) }
      }
      keys?.line = line
    case .entered:
      do throws(CommandError) {
        var command = try Command.parse(keys?.line?.text ?? "")
        if let row = keys?.row, command?.numbers.first == row.number {
          guard let index = rows.index(id: row.id) else { throw .removed(row.number) }
          command?.numbers[0] = index + 1
        }
        let action = try command?.action(in: self)
        keys?.line = nil
        if command?.name == .help { keys?.message = "? shows the keys" }
        if let action { return .send(action) }
      } catch {
        keys?.message = error.message
      }
    case .told(let message):
      keys?.message = message
    case .quit:
      for id in rows.ids { rows[id: id]?.reminder = nil }
    }
    return .none
  }
}
