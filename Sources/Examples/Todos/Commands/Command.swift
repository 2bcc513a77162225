/// What a line of input asks for; numbers are those of rows, from 1.
enum Command: Equatable, Sendable {
  case add(title: String)
  case complete(Int)
  case undo(Int)
  case toggle(Int)
  case edit(Int, title: String)
  case remove(Int)
  case move(Int, to: Int)
  case remind(Int, after: Duration)
  case clear
  /// Prints the list, under another filter if there is one.
  case show(Filter?)
  case detail(Int)
  case title(String)
  case note(String)
  case save
  case cancel
  case help
  case quit

  /// The longest time after which there can be a reminder, in seconds: a year.
  static let longestReminder = 366 * 24 * 60 * 60
}

extension Command {
  /// Reads a line; nil if there is nothing in it.
  static func parse(_ line: String) throws(CommandError) -> Command? {
    let (word, rest) = line.firstWord
    if word.isEmpty { return nil }
    guard let name = CommandName(rawValue: word) else { throw .unknown(word) }
    guard let command = command(name, rest) else { throw .usage(name) }
    return command
  }

  /// The command of this name; nil if it cannot have these arguments.
  private static func command(_ name: CommandName, _ rest: String) -> Command? {
    switch name {
    case .add: rest.isEmpty ? nil : .add(title: rest)
    case .done: number(rest).map(Command.complete)
    case .undo: number(rest).map(Command.undo)
    case .toggle: number(rest).map(Command.toggle)
    case .edit: edit(rest)
    case .remove: number(rest).map(Command.remove)
    case .move: twoNumbers(rest).map { .move($0, to: $1) }
    case .remind: remind(rest)
    case .clear: rest.isEmpty ? .clear : nil
    case .show: show(rest)
    case .detail: number(rest).map(Command.detail)
    case .title: rest.isEmpty ? nil : .title(rest)
    case .note: .note(rest)
    case .save: rest.isEmpty ? .save : nil
    case .cancel: rest.isEmpty ? .cancel : nil
    case .help: rest.isEmpty ? .help : nil
    case .quit: rest.isEmpty ? .quit : nil
    }
  }

  private static func edit(_ rest: String) -> Command? {
    let (first, title) = rest.firstWord
    guard let number = number(first), !title.isEmpty else { return nil }
    return .edit(number, title: title)
  }

  private static func remind(_ rest: String) -> Command? {
    guard let (number, seconds) = twoNumbers(rest), (1...longestReminder).contains(seconds)
    else { return nil }
    return .remind(number, after: .seconds(seconds))
  }

  private static func show(_ rest: String) -> Command? {
    if rest.isEmpty { return .show(nil) }
    return Filter(rawValue: rest).map(Command.show)
  }

  private static func twoNumbers(_ rest: String) -> (Int, Int)? {
    let (first, second) = rest.firstWord
    guard let first = number(first), let second = number(second) else { return nil }
    return (first, second)
  }

  private static func number(_ text: String) -> Int? {
    text.allSatisfy(\.isASCII) && text.first != "+" ? Int(text) : nil
  }
}

extension String {
  /// The text up to the first white space, and what comes after it, both without white space around them.
  fileprivate var firstWord: (word: String, rest: String) {
    let text = drop(while: \.isWhitespace)
    let word = text.prefix { !$0.isWhitespace }
    let rest = text[word.endIndex...].drop(while: \.isWhitespace)
    let end = rest.lastIndex { !$0.isWhitespace }
    return (String(word), end.map { String(rest[...$0]) } ?? "")
  }
}
