package import Foundation

/// A command-line option and the value that it sets.
package struct Option<Values>: Sendable {
  enum Kind: Sendable {
    case help
    case version
    case flag(@Sendable (inout Values) -> Void)
    /// An option with a value; the message is for a missing one.
    case value(missing: String, @Sendable (inout Values, String) throws(UsageError) -> Void)
  }

  package let name: String
  let kind: Kind

  /// Prints the help and exits; also called `-h`.
  package static var help: Option { Option(name: "--help", kind: .help) }

  /// Prints the version and exits.
  package static var version: Option { Option(name: "--version", kind: .version) }

  /// An option without a value.
  package static func flag(
    _ name: String, set: @escaping @Sendable (inout Values) -> Void
  ) -> Option {
    Option(name: name, kind: .flag(set))
  }

  /// An option with a value, as `--name VALUE` or `--name=VALUE`.
  package static func value(
    _ name: String, missing: String,
    set: @escaping @Sendable (inout Values, String) throws(UsageError) -> Void
  ) -> Option {
    Option(name: name, kind: .value(missing: missing, set))
  }

  /// An option with the URL of a web server.
  package static func url(
    _ name: String, example: String, set: @escaping @Sendable (inout Values, URL) -> Void
  ) -> Option {
    value(name, missing: "a URL, as in \(name) \(example)") { values, text throws(UsageError) in
      guard let url = URL(string: text), url.host()?.isEmpty == false,
        ["http", "https"].contains(url.scheme?.lowercased() ?? "")
      else {
        throw UsageError(
          "option '\(name)' needs an http or https URL with a host, not '\(text.printable)'")
      }
      set(&values, url)
    }
  }
}

/// An error in the command line, with a one-line message.
package struct UsageError: Error, Equatable {
  package let message: String

  package init(_ message: String) {
    self.message = message
  }
}

/// The result of parsing a command line: a run, or a text to print instead.
package enum Request<Values> {
  case run(Values)
  case print(String)
}

extension Request: Equatable where Values: Equatable {}

extension Program {
  /// Parses the arguments, without the program's name.
  package func parse(_ arguments: [String]) throws(UsageError) -> Request<Values> {
    var values = defaults
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      let isCommand = options.contains { $0.name == argument }
      guard isCommand || argument.hasPrefix("-") && argument != "-" else {
        throw UsageError("unexpected argument '\(argument.printable)'; \(argumentHint), see --help")
      }
      let name = String(argument.prefix { $0 != "=" })
      let attached = argument.count > name.count ? String(argument.dropFirst(name.count + 1)) : nil
      switch options.first(where: { $0.name == name || $0.name == "--help" && name == "-h" })?.kind
      {
      case .help? where attached == nil: return .print(help)
      case .version? where attached == nil: return .print("\(self.name) \(version)")
      case .flag(let set)? where attached == nil: set(&values)
      case .value(let missing, let set)?:
        guard let value = attached ?? rest.popFirst(), !value.isEmpty, !value.hasPrefix("--") else {
          throw UsageError("option '\(name)' needs \(missing)")
        }
        try set(&values, value)
      default: throw unknown(argument)
      }
    }
    return .run(values)
  }

  private func unknown(_ argument: String) -> UsageError {
    let name = String(argument.prefix { $0 != "=" })
    let nearest = name.nearest(of: options.map(\.name).filter { $0.hasPrefix("-") })
    let hint = nearest.map { "did you mean '\($0)'?" } ?? "see --help"
    return UsageError("unknown option '\(argument.printable)'; \(hint)")
  }
}

extension String {
  /// The text with the smallest edit distance to this one, the first of several; nil if none is
  /// near: two edits, and half of this text, are the most for a slip.
  package func nearest(of texts: [String]) -> String? {
    texts.map { (text: $0, edits: editDistance(self, $0)) }
      .filter { $0.edits <= min(2, count / 2) }.min { $0.edits < $1.edits }?.text
  }
}

/// The number of characters to insert, remove or replace to turn one text into the other.
package func editDistance(_ first: String, _ second: String) -> Int {
  let target = Array(second)
  var row = Array(0...target.count)
  for (i, character) in first.enumerated() {
    var diagonal = row[0]
    row[0] = i + 1
    for (j, other) in target.enumerated() {
      let replaced = diagonal + (character == other ? 0 : 1)
      diagonal = row[j + 1]
      row[j + 1] = min(replaced, row[j] + 1, diagonal + 1)
    }
  }
  return row[target.count]
}
