/// The head of a response: its status and header fields.
package struct HTTPHead: Equatable, Sendable {
  package let status: Int
  private let fields: [String: String]

  /// Parses a status line and the fields below it; nil if the text is anything else.
  package init?(_ text: String) {
    let lines = text.split(whereSeparator: \.isNewline)
    let words = (lines.first ?? "").split(separator: " ", maxSplits: 2)
    guard words.count >= 2, words[0].hasPrefix("HTTP/1."), words[1].count == 3,
      let status = String(words[1]).number, status >= 100
    else { return nil }
    self.status = status
    var fields: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { return nil }
      let value = line[line.index(after: colon)...].drop(while: \.isWhitespace)
      let end = value.lastIndex { !$0.isWhitespace }.map(value.index(after:))
      fields[line[..<colon].lowercased()] = String(value[..<(end ?? value.startIndex)])
    }
    self.fields = fields
  }

  /// The value of a field, whose name is case-insensitive.
  package subscript(name: String) -> String? { fields[name.lowercased()] }

  /// The length of the content in bytes; nil if it ends with the connection.
  package var length: Int? {
    self["Content-Length"]?.number.flatMap { $0 >= 0 ? $0 : nil }
  }
}

/// Why a response is missing or incomplete.
package enum HTTPError: Error, Codable, Equatable, Sendable {
  case unknownHost(String)
  case refused
  case unreachable(String)
  /// The connection ended before the response did.
  case connectionLost
  /// Nothing arrived for this long.
  case timedOut(Duration)
  /// The response does not come from a web server, or uses another version of HTTP.
  case notHTTP
  case tooLong(limit: Int)

  /// A description of the reason.
  package var reason: String {
    switch self {
    case .unknownHost(let host): "there is no host called '\(host.printable)'"
    case .refused: "the connection was refused"
    case .unreachable(let reason): reason
    case .connectionLost: "the connection was lost"
    case .timedOut(let timeout): "nothing came for \(timeout.components.seconds) s"
    case .notHTTP: "it did not answer as a web server does"
    case .tooLong(let limit): "its answer is longer than \(limit) bytes"
    }
  }
}
