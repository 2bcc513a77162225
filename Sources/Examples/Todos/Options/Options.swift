/// What the command line asks for.
struct Options: Equatable, Sendable {
  var file = "todos.json"

  /// What a command line comes to: a run, or a text to print instead of one.
  enum Request: Equatable, Sendable {
    case run(Options)
    case help
    case version
  }

  static let known = ["--file", "--help", "--version"]
}

extension Options {
  /// Reads the arguments, without the program's name.
  static func parse(_ arguments: [String]) throws(OptionError) -> Request {
    var options = Options()
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--help", "-h": return .help
      case "--version": return .version
      case "--file": options.file = try file(rest.popFirst())
      case _ where argument.hasPrefix("--file="):
        options.file = try file(String(argument.dropFirst("--file=".count)))
      case _ where argument.hasPrefix("-") && argument != "-": throw .unknownOption(argument)
      default: throw .unexpectedArgument(argument)
      }
    }
    return .run(options)
  }

  private static func file(_ path: String?) throws(OptionError) -> String {
    guard let path, !path.isEmpty, !path.hasPrefix("--") else { throw .missingFile }
    return path
  }
}
