package import Foundation

/// The head of a response: its status and header fields.
package struct HTTPHead: Equatable, Sendable {
  package let status: Int
  private let fields: [String: String]

  /// Parses a status line and the fields below it; nil if the text is anything else.
  ///
  /// Throws an error if the length that it announces is none.
  package init?(_ text: String) throws(HTTPError) {
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
    length = try fields["content-length"].map { text throws(HTTPError) in try Self.length(text) }
  }

  /// The value of a field, whose name is case-insensitive.
  package subscript(name: String) -> String? { fields[name.lowercased()] }

  /// The length of the content in bytes; nil if it ends with the connection.
  package let length: Int?

  /// More than any disk has: so that sums of lengths are numbers, too.
  private static let maxLength = 1 << 50

  private static func length(_ text: String) throws(HTTPError) -> Int {
    guard let length = text.number, (0...maxLength).contains(length) else {
      throw .wrongLength(text)
    }
    return length
  }

  /// Where a redirect leads that a server has answered with at a URL; nil if it is none.
  package func redirect(from url: URL) throws(HTTPError) -> URL? {
    guard [301, 302, 303, 307, 308].contains(status), let location = self["Location"] else {
      return nil
    }
    guard let next = URL(string: location, relativeTo: url)?.absoluteURL,
      next.scheme?.lowercased() == "http", next.host()?.isEmpty == false
    else { throw .otherRedirect(location) }
    return next
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
  case wrongLength(String)
  case tooManyRedirects(limit: Int)
  /// A redirect to something else than an `http` URL.
  case otherRedirect(String)

  /// Whether it may be different the next time.
  package var isPassing: Bool {
    switch self {
    case .unknownHost, .wrongLength, .tooManyRedirects, .otherRedirect: false
    default: true
    }
  }

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
    case .wrongLength(let text): "the server announced a length of '\(text.printable)'"
    case .tooManyRedirects(let limit): "more than \(limit) redirects"
    case .otherRedirect(let location): "redirected to '\(location.printable)', which is not http"
    }
  }
}
