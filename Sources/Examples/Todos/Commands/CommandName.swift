import Console

/// The first word of a command.
enum CommandName: String, CaseIterable, Sendable {
  case add, done, undo, toggle, edit, remove, move, remind, clear, show
  case detail, title, note, save, cancel
  case help, quit

  /// How the command is written.
  var usage: String {
    [rawValue, explanation.arguments].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// How many numbers the arguments begin with.
  var numberCount: Int {
    explanation.arguments.split(separator: " ").count { ["N", "M", "SECONDS"].contains($0) }
  }

  /// The lines that explain all commands.
  static let summaries = allCases.map { name in
    "  " + name.usage.padded(to: 29) + name.explanation.summary
  }

  private var explanation: (arguments: String, summary: String) {
    switch self {
    case .add: ("TITLE", "add a todo")
    case .done: ("N", "complete number N")
    case .undo: ("N", "make it active again")
    case .toggle: ("N", "the one or the other")
    case .edit: ("N TITLE", "change its title")
    case .remove: ("N", "remove it")
    case .move: ("N M", "make it number M")
    case .remind: ("N SECONDS", "remind of it, while the program runs")
    case .clear: ("", "remove all that are completed")
    case .show: ("[all|active|completed]", "print the list, or a part of it from now on")
    case .detail: ("N", "open its detail, with these commands:")
    case .title: ("TEXT", "  change the title")
    case .note: ("[TEXT]", "  change the note, or remove it")
    case .save: ("", "  keep the changes and close the detail")
    case .cancel: ("", "  forget the changes and close the detail")
    case .help: ("", "print the commands")
    case .quit: ("", "save and end, as the end of input does")
    }
  }
}

/// A line that cannot be followed, told in one line.
enum CommandError: Error, Equatable, Sendable {
  case unknown(String)
  /// The command is known, but not with these arguments.
  case usage(CommandName)
  case noRow(Int, count: Int)
  case noDetail(CommandName)
  /// The row with the number was there when the command was begun.
  case removed(Int)

  var message: String {
    switch self {
    case .unknown(let word):
      "unknown command '\(word.printable)'; "
        + (word.lowercased().nearest(of: CommandName.allCases.map(\.rawValue))
          .map { "did you mean '\($0)'?" } ?? "'help' lists the commands")
    case .usage(let name):
      "'\(name.rawValue)' is written as: \(name.usage)"
    case .noRow(let number, 0):
      "there is no todo \(number): the list is empty"
    case .noRow(let number, let count):
      "there is no todo \(number): the numbers are 1 to \(count)"
    case .removed(let number):
      "another program has removed todo \(number)"
    case .noDetail(let name):
      "'\(name.rawValue)' needs an open detail; open one with: \(CommandName.detail.usage)"
    }
  }
}
