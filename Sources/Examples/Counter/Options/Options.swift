/// What the command line asks for.
struct Options: Equatable, Sendable {
  var isPlain = false
  var isColoured = true
  var isFullscreen = false
  var waitsForEffects = true
  var factsURL: String?

  /// What a command line comes to: a run, or a text to print instead of one.
  enum Request: Equatable, Sendable {
    case run(Options)
    case help
    case version
  }
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
      case "--plain": options.isPlain = true
      case "--no-color": options.isColoured = false
      case "--fullscreen": options.isFullscreen = true
      case "--wait": options.waitsForEffects = true
      case "--no-wait": options.waitsForEffects = false
      case "--facts": options.factsURL = try checkedURL(rest.popFirst())
      case _ where argument.hasPrefix("--facts="):
        options.factsURL = try checkedURL(String(argument.dropFirst("--facts=".count)))
      case _ where argument.hasPrefix("-") && argument != "-":
        throw .unknownOption(argument)
      default: throw .unexpectedArgument(argument)
      }
    }
    return .run(options)
  }

  private static func checkedURL(_ text: String?) throws(OptionError) -> String {
    guard let text, !text.hasPrefix("--") else { throw .missingURL }
    guard HTTPFacts.isUsable(url: text) else { throw .unusableURL(text) }
    return text
  }
}
