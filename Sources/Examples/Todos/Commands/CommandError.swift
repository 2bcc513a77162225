/// A line that cannot be followed, told in one line.
enum CommandError: Error, Equatable, Sendable {
  case unknown(String)
  /// The command is known, but not with these arguments.
  case usage(CommandName)
  case noRow(Int, count: Int)
  case noDetail(CommandName)

  var message: String {
    switch self {
    case .unknown(let word):
      "unknown command '\(word.printable)'; did you mean '\(Self.nearest(to: word))'?"
    case .usage(let name):
      "'\(name.rawValue)' is written as: \(name.usage)"
    case .noRow(let number, 0):
      "there is no todo \(number): the list is empty"
    case .noRow(let number, let count):
      "there is no todo \(number): the numbers are 1 to \(count)"
    case .noDetail(let name):
      "'\(name.rawValue)' needs an open detail; open one with: \(CommandName.detail.usage)"
    }
  }

  private static func nearest(to word: String) -> String {
    word.lowercased().nearest(of: CommandName.allCases.map(\.rawValue)) ?? CommandName.help.rawValue
  }
}
