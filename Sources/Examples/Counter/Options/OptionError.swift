/// A command line that cannot be followed, told in one line.
enum OptionError: Error, Equatable {
  case unknownOption(String)
  case unexpectedArgument(String)
  case missingURL
  case unusableURL(String)

  /// The exit status for a wrong command line, `EX_USAGE` in `sysexits.h`.
  static let status: Int32 = 64

  var message: String {
    switch self {
    case .unknownOption(let option):
      "unknown option '\(Self.shown(option))'; did you mean '\(Self.nearest(to: option))'?"
    case .unexpectedArgument(let argument):
      "unexpected argument '\(Self.shown(argument))'; counter takes options only, see --help"
    case .missingURL:
      "option '--facts' needs a URL, as in --facts http://127.0.0.1:8080"
    case .unusableURL(let url):
      "option '--facts' needs an http or https URL with a host, not '\(Self.shown(url))'"
    }
  }

  static let known = [
    "--help", "--version", "--plain", "--no-color", "--fullscreen", "--facts", "--wait",
    "--no-wait",
  ]

  /// The known option that the fewest edits turn `option` into; the first of them, if several are.
  static func nearest(to option: String) -> String {
    let name = option.prefix { $0 != "=" }
    let distances = known.map { ($0, editDistance(name, $0)) }
    return distances.min { $0.1 < $1.1 }?.0 ?? "--help"
  }

  /// What was typed, fit for one line: control characters would tear it or act on the terminal.
  private static func shown(_ text: String) -> String {
    text.printable
  }
}
