import Foundation
import Ratchet

/// The list: its rows, which of them are shown, and the detail of one of them.
struct Todos: Reducer {
  struct State: Codable, Equatable, Sendable {
    var rows: IdentifiedArrayOf<Todo.State> = []
    var filter = Filter.all
    var detail: Detail.State?

    /// What is worth keeping of it.
    var items: [Item] { rows.map { $0.item } }
  }

  enum Action: Codable, Equatable, Sendable {
    case add(title: String)
    case remove(Item.ID)
    /// To a position among all rows, those that are not shown too.
    case move(Item.ID, to: Int)
    case clearCompleted
    case show(Filter)
    case openDetail(Item.ID)
    case row(id: Item.ID, action: Todo.Action)
    case detail(PresentationAction<Detail.Action>)
  }

  @Dependency(\.uuid) var uuid

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .add(let title):
        state.rows.append(Todo.State(item: Item(id: uuid(), title: title)))
      case .remove(let id):
        state.removeRows { $0.id == id }
      case .move(let id, let position):
        state.moveRow(id, to: position)
      case .clearCompleted:
        state.removeRows { $0.item.isCompleted }
      case .show(let filter):
        state.filter = filter
      case .openDetail(let id):
        if let row = state.rows[id: id] { state.detail = Detail.State(draft: row.item) }
      case .detail(.presented(.save)):
        state.takeOverDraft()
      case .row, .detail:
        break
      }
      return .none
    }
    .forEach(\.rows, action: Action.row) { Todo() }
    .ifLet(\.detail, action: Action.detail) { Detail() }
  }
}

extension Todos.State {
  /// Removes rows, and the detail if it is that of one of them; their effects end with them.
  fileprivate mutating func removeRows(where isRemoved: (Todo.State) -> Bool) {
    rows.removeAll(where: isRemoved)
    if let detail, !rows.contains(id: detail.id) { self.detail = nil }
  }

  /// Out and in again within one action, which leaves the effects of the row alone.
  fileprivate mutating func moveRow(_ id: Item.ID, to position: Int) {
    guard rows.indices.contains(position), let row = rows.remove(id: id) else { return }
    rows.insert(row, at: position)
  }

  /// The list runs after the detail, which has asked to be dismissed and is still there.
  fileprivate mutating func takeOverDraft() {
    guard let detail else { return }
    rows[id: detail.id]?.item.title = detail.draft.title
    rows[id: detail.id]?.item.note = detail.draft.note
  }
}

/// Which rows are shown.
enum Filter: String, CaseIterable, Codable, Sendable {
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
