import Ratchet

/// What is printed of the list.
struct Screen: Equatable, Sendable {
  let lines: [String]

  init(_ state: Todos.State, style: Style = Style()) {
    lines =
      state.visibleRows.flatMap { Self.lines(of: $0.row, number: $0.number, style) }
      + [style.faint(Self.summary(of: state))]
      + (state.detail.map { Self.lines(of: $0, in: state, style) } ?? [])
  }

  /// What is asked before a command.
  static func prompt(_ state: Todos.State) -> String {
    state.detail == nil ? "todos> " : "detail> "
  }

  private static func lines(of row: Todo.State, number: Int, _ style: Style) -> [String] {
    let item = row.item
    let reminder = row.hasReminder ? " (reminder set)" : ""
    let line = "\(number). [\(item.isCompleted ? "x" : " ")] \(item.title.printable)\(reminder)"
    let note = item.note.isEmpty ? [] : ["   \(item.note.printable)"]
    return item.isCompleted ? ([line] + note).map(style.faint) : [line] + note
  }

  private static func summary(of state: Todos.State) -> String {
    let completed = state.rows.count { $0.item.isCompleted }
    let counts = "\(state.rows.count - completed) active, \(completed) completed"
    return state.filter == .all ? counts : "\(counts); only the \(state.filter) are shown"
  }

  private static func lines(
    of detail: Detail.State, in state: Todos.State, _ style: Style
  ) -> [String] {
    let number = state.rows.index(id: detail.id).map { " of \($0 + 1)" } ?? ""
    return [
      style.bold("detail\(number)"),
      "  title: \(detail.draft.title.printable)",
      "  note:  \(detail.draft.note.printable)",
    ]
  }
}
