import Console
import Foundation
import Ratchet

/// The list: its rows, which of them are shown, and the detail of one of them.
///
/// A file keeps the items of the rows, which other programs may change.
struct Todos: Reducer {
  struct State: Codable, Equatable, Sendable {
    var rows: IdentifiedArrayOf<Todo.State> = []
    var filter = Filter.all
    var detail: Detail.State?
    var keys: Keys?

    /// The part of the rows that the file keeps.
    var items: IdentifiedArrayOf<Item> {
      get { IdentifiedArray(rows.map(\.item)) }
      set {
        rows = IdentifiedArray(
          newValue.map { Todo.State(item: $0, reminder: rows[id: $0.id]?.reminder) })
        closeDetailWithoutRow()
      }
    }
  }

  enum Action: Codable, Equatable, Sendable {
    case add(title: String)
    case remove(Item.ID)
    /// Moves an item to a position among all rows, including those that are not shown.
    case move(Item.ID, to: Int)
    case clearCompleted
    case show(Filter)
    case openDetail(Item.ID)
    case row(id: Item.ID, action: Todo.Action)
    case detail(PresentationAction<Detail.Action>)
    /// Another program has changed the file.
    case listChanged
    case keys(Keys.Action)
  }

  /// The name of the subscription that hears what goes wrong with the file.
  static let listening = "problems"

  var key = SharedKey.items(in: "todos.json")

  @Dependency(FileStorage.self) var files
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
      case .listChanged:
        if state.keys?.line != nil { state.keys?.message = Keys.numbersChanged }
      case .keys(let action):
        return state.follow(action)
      case .row(let id, .reminderDue):
        state.keys?.message = state.rows[id: id].map { "reminder: \($0.item.title)" }
      case .row, .detail:
        break
      }
      return .none
    }
    .forEach(\.rows, action: Action.row) { Todo() }
    .ifLet(presenting: \.detail, action: Action.detail) { Detail() }
    .kept(\.items, in: key, changed: Action.listChanged)
    .subscription(while: { $0.keys != nil }) {
      .run(name: Self.listening) { send in
        for await _ in files.arrivals {
          for problem in files.takeProblems() { await send(.keys(.told(problem))) }
        }
      }
    }
    Reduce { state, _ in
      state.select(by: 0)
      return .none
    }
  }
}

extension Todos.State {
  /// Removes rows, and the detail if it belongs to one of them; their effects end with them.
  fileprivate mutating func removeRows(where isRemoved: (Todo.State) -> Bool) {
    rows.removeAll(where: isRemoved)
    closeDetailWithoutRow()
  }

  fileprivate mutating func closeDetailWithoutRow() {
    if let detail, !rows.contains(id: detail.id) { self.detail = nil }
  }

  /// Takes the row out and puts it back within one action, so that its effects are not cancelled.
  fileprivate mutating func moveRow(_ id: Item.ID, to position: Int) {
    guard rows.indices.contains(position), let row = rows.remove(id: id) else { return }
    rows.insert(row, at: position)
  }

  /// Copies what was changed in the draft to its row: another program may have changed the rest.
  ///
  /// The list runs after the detail, which has asked to be dismissed but is still there.
  fileprivate mutating func takeOverDraft() {
    guard let detail else { return }
    let (draft, original) = (detail.draft, detail.original)
    if draft.title != original?.title { rows[id: draft.id]?.item.title = draft.title }
    if draft.note != original?.note { rows[id: draft.id]?.item.note = draft.note }
  }
}

extension SharedKey where Value == IdentifiedArrayOf<Item> {
  /// The items in their file.
  static func items(in file: String) -> Self {
    SharedKey(
      "items", default: [],
      in: .file(file, version: 2, migrations: [.from(1, FirstFormat.self, \.items)]))
  }
}

/// What a file of the first format holds besides its format number.
private struct FirstFormat: Decodable {
  let items: IdentifiedArrayOf<Item>
}

/// Which rows are shown.
enum Filter: String, CaseIterable, Codable, Sendable {
  case all, active, completed

  var next: Filter {
    switch self {
    case .all: .active
    case .active: .completed
    case .completed: .all
    }
  }

  func shows(_ item: Item) -> Bool {
    switch self {
    case .all: true
    case .active: !item.isCompleted
    case .completed: item.isCompleted
    }
  }
}

extension Todos.State {
  /// The positions among all rows of those that the filter lets through.
  var visiblePositions: [Int] {
    filter == .all ? Array(rows.indices) : rows.indices.filter { filter.shows(rows[$0].item) }
  }
}
