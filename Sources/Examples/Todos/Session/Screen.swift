import Console
import Ratchet

/// What is printed of the list.
struct Screen: Equatable, Sendable {
  private(set) var lines: [String]

  init(_ state: Todos.State) {
    let rows = state.visiblePositions.flatMap {
      Self.lines(of: state.rows[$0], number: $0 + 1)
    }
    lines = rows + [Self.summary(of: state)] + Self.detail(of: state)
  }

  /// The lines of the open detail.
  static func detail(of state: Todos.State) -> [String] {
    guard let detail = state.detail else { return [] }
    let number = state.rows.index(id: detail.id).map { " of \($0 + 1)" } ?? ""
    return [
      "detail\(number)", "  title: \(detail.draft.title.printable)",
      "  note:  \(detail.draft.note.printable)",
    ]
  }

  /// What another program has changed, one line for each row.
  static func changes(
    from old: IdentifiedArrayOf<Todo.State>, to new: IdentifiedArrayOf<Todo.State>
  ) -> [String] {
    let difference = new.map(\.id).difference(from: old.map(\.id)).inferringMoves()
    let places = difference.compactMap { change -> (String, Item?)? in
      switch change {
      case .remove(_, let id, associatedWith: nil): ("removed", old[id: id]?.item)
      case .insert(_, let id, associatedWith: nil): ("added", new[id: id]?.item)
      case .insert(_, let id, associatedWith: _): ("moved", new[id: id]?.item)
      case .remove: nil
      }
    }
    let changed = new.compactMap { row -> (String, Item?)? in
      old[id: row.id].map(\.item).map { $0 != row.item } == true ? ("changed", row.item) : nil
    }
    return (places + changed).map { "another program \($0): \(($1?.title ?? "").printable)" }
  }

  private static func lines(of row: Todo.State, number: Int) -> [String] {
    let line = text(of: row, number: number)
    return row.item.note.isEmpty ? [line] : [line, "   \(row.item.note.printable)"]
  }

  /// A row on one line, without its note.
  static func text(of row: Todo.State, number: Int) -> String {
    let reminder = row.reminder != nil ? " (reminder set)" : ""
    let mark = row.item.isCompleted ? "x" : " "
    return "\(number). [\(mark)] \(row.item.title.printable)\(reminder)"
  }

  static func summary(of state: Todos.State) -> String {
    let completed = state.rows.count { $0.item.isCompleted }
    let counts = "\(state.rows.count - completed) active, \(completed) completed"
    return state.filter == .all ? counts : "\(counts); only the \(state.filter) are shown"
  }
}
