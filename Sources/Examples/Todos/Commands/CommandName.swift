/// The first word of a command.
enum CommandName: String, CaseIterable, Sendable {
  case add, done, undo, toggle, edit, remove, move, remind, clear, show
  case detail, title, note, save, cancel
  case help, quit

  /// How the command is written.
  var usage: String {
    switch self {
    case .add: "add TITLE"
    case .done: "done N"
    case .undo: "undo N"
    case .toggle: "toggle N"
    case .edit: "edit N TITLE"
    case .remove: "remove N"
    case .move: "move N M"
    case .remind: "remind N SECONDS"
    case .clear: "clear"
    case .show: "show [all|active|completed]"
    case .detail: "detail N"
    case .title: "title TEXT"
    case .note: "note [TEXT]"
    case .save: "save"
    case .cancel: "cancel"
    case .help: "help"
    case .quit: "quit"
    }
  }

  /// What the command does, in a few words.
  var summary: String {
    switch self {
    case .add: "add a todo"
    case .done: "complete number N"
    case .undo: "make it active again"
    case .toggle: "the one or the other"
    case .edit: "change its title"
    case .remove: "remove it"
    case .move: "make it number M"
    case .remind: "remind of it, while the program runs"
    case .clear: "remove all that are completed"
    case .show: "print the list, or a part of it from now on"
    case .detail: "open its detail, with these commands:"
    case .title: "  change the title"
    case .note: "  change the note, or remove it"
    case .save: "  keep the changes and close the detail"
    case .cancel: "  forget the changes and close the detail"
    case .help: "print the commands"
    case .quit: "save and end, as the end of input does"
    }
  }
}
