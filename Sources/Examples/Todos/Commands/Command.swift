import Console
import Ratchet

/// What a line of input asks for: a command with its arguments.
struct Command: Equatable, Sendable {
  var name: CommandName
  /// Numbers of rows, from 1, and seconds.
  var numbers: [Int] = []
  var text = ""

  /// The longest time after which there can be a reminder, in seconds: a year.
  static let longestReminder = 366 * 24 * 60 * 60

  /// What a person may type out of habit.
  private static let aliases = ["?": "help", "q": "quit", "exit": "quit"]

  /// Reads a line; nil if there is nothing in it.
  static func parse(_ line: String) throws(CommandError) -> Command? {
    let (word, rest) = line.firstWord
    if word.isEmpty { return nil }
    guard let name = CommandName(rawValue: aliases[word] ?? word) else {
      throw .unknown(word)
    }
    var command = Command(name: name, text: rest)
    guard command.takeNumbers(), command.isComplete else { throw .usage(name) }
    return command
  }

  private mutating func takeNumbers() -> Bool {
    for _ in 0..<name.numberCount {
      let (word, rest) = text.firstWord
      guard let number = word.number else { return false }
      numbers.append(number)
      text = rest
    }
    return true
  }

  private var isComplete: Bool {
    switch name {
    case .add, .edit, .title: !text.isEmpty
    case .note: true
    case .show: text.isEmpty || Filter(rawValue: text) != nil
    case .remind: text.isEmpty && (1...Self.longestReminder).contains(numbers[1])
    default: text.isEmpty
    }
  }

  /// The action that the command stands for in a list; nil if it is for the program and not for it.
  func action(in state: Todos.State) throws(CommandError) -> Todos.Action? {
    switch name {
    case .add: .add(title: text)
    case .done: try rowAction(.complete(true), in: state)
    case .undo: try rowAction(.complete(false), in: state)
    case .toggle: try rowAction(.complete(!row(in: state).item.isCompleted), in: state)
    case .edit: try rowAction(.rename(text), in: state)
    case .remind: try rowAction(.remind(after: .seconds(numbers[1])), in: state)
    case .remove: .remove(try row(in: state).id)
    case .move: try moveAction(in: state)
    case .clear: .clearCompleted
    case .show: Filter(rawValue: text).map(Todos.Action.show)
    case .detail: .openDetail(try row(in: state).id)
    case .title: try detailAction(.titleChanged(text), in: state)
    case .note: try detailAction(.noteChanged(text), in: state)
    case .save: try detailAction(.save, in: state)
    case .cancel: try detailAction(.cancel, in: state)
    case .help, .quit: nil
    }
  }

  private func moveAction(in state: Todos.State) throws(CommandError) -> Todos.Action {
    _ = try row(1, in: state)
    return .move(try row(in: state).id, to: numbers[1] - 1)
  }

  private func rowAction(
    _ action: Todo.Action, in state: Todos.State
  ) throws(CommandError) -> Todos.Action {
    .row(id: try row(in: state).id, action: action)
  }

  private func detailAction(
    _ action: Detail.Action, in state: Todos.State
  ) throws(CommandError) -> Todos.Action {
    if state.detail == nil { throw .noDetail(name) }
    return .detail(.presented(action))
  }

  /// The row whose number is at a position among the arguments.
  private func row(_ position: Int = 0, in state: Todos.State) throws(CommandError) -> Todo.State {
    let number = numbers[position]
    guard number >= 1, number <= state.rows.count else {
      throw .noRow(number, count: state.rows.count)
    }
    return state.rows[number - 1]
  }
}
