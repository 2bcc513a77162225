/// A command line that cannot be followed, told in one line.
enum OptionError: Error, Equatable {
  case unknownOption(String)
  case unexpectedArgument(String)
  case missingFile

  var message: String {
    switch self {
    case .unknownOption(let option):
      "unknown option '\(option.printable)'; did you mean '\(Self.nearest(to: option))'?"
    case .unexpectedArgument(let argument):
      """
      unexpected argument '\(argument.printable)'; commands are read from standard input, see --help
      """
    case .missingFile:
      "option '--file' needs a path, as in --file todos.json"
    }
  }

  private static func nearest(to option: String) -> String {
    String(option.prefix { $0 != "=" }).nearest(of: Options.known) ?? "--help"
  }
}
