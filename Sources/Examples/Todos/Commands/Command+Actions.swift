import Ratchet

extension Command {
  /// The action that the command stands for in a list; nil if it is for the program and not for the list.
  func action(in state: Todos.State) throws(CommandError) -> Todos.Action? {
    switch self {
    case .add(let title): .add(title: title)
    case .complete(let number): .row(id: try state.id(number), action: .complete(true))
    case .undo(let number): .row(id: try state.id(number), action: .complete(false))
    case .toggle(let number): try state.toggle(number)
    case .edit(let number, let title): .row(id: try state.id(number), action: .rename(title))
    case .remove(let number): .remove(try state.id(number))
    case .move(let number, let other): try state.move(number, to: other)
    case .remind(let number, let delay):
      .row(id: try state.id(number), action: .remind(after: delay))
    case .clear: .clearCompleted
    case .show(let filter): filter.map(Todos.Action.show)
    case .detail(let number): .openDetail(try state.id(number))
    case .title(let title): try state.detailAction(.titleChanged(title), .title)
    case .note(let note): try state.detailAction(.noteChanged(note), .note)
    case .save: try state.detailAction(.save, .save)
    case .cancel: try state.detailAction(.cancel, .cancel)
    case .help, .quit: nil
    }
  }
}

extension Todos.State {
  fileprivate func row(_ number: Int) throws(CommandError) -> Todo.State {
    guard number >= 1, number <= rows.count else { throw .noRow(number, count: rows.count) }
    return rows[number - 1]
  }

  fileprivate func id(_ number: Int) throws(CommandError) -> Item.ID {
    try row(number).id
  }

  fileprivate func toggle(_ number: Int) throws(CommandError) -> Todos.Action {
    let row = try row(number)
    return .row(id: row.id, action: .complete(!row.item.isCompleted))
  }

  fileprivate func move(_ number: Int, to other: Int) throws(CommandError) -> Todos.Action {
    _ = try row(other)
    return .move(try id(number), to: other - 1)
  }

  fileprivate func detailAction(
    _ action: Detail.Action, _ name: CommandName
  ) throws(CommandError) -> Todos.Action {
    if detail == nil { throw .noDetail(name) }
    return .detail(.presented(action))
  }
}
