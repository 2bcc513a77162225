/// Which rows are shown.
enum Filter: String, CaseIterable, Sendable {
  case all, active, completed

  func shows(_ item: Item) -> Bool {
    switch self {
    case .all: true
    case .active: !item.isCompleted
    case .completed: item.isCompleted
    }
  }
}

extension Todos.State {
  /// The rows that the filter lets through, each with its number among all rows.
  var visibleRows: [(number: Int, row: Todo.State)] {
    rows.enumerated().map { (number: $0 + 1, row: $1) }.filter { filter.shows($0.row.item) }
  }
}
