package import Foundation

/// A response of a web server, whose content is read piece by piece, so that no more of it is in
/// memory than the reader has requested.
///
/// It has the minimum that the examples need, and no secure connections. `FoundationNetworking` has
/// those, but on Linux it reads ahead without limit, and every program would link it.
package struct HTTPResponse: Sendable {
  package let head: HTTPHead
  private let connection: Connection
  /// Bytes that have been read but not requested yet.
  private var next: [UInt8]
  /// The number of bytes still to be read; nil if the content ends with the connection.
  private var rest: Int?

  /// Requests the resource at a URL.
  ///
  /// Uses HTTP/1.0, for which servers do not send chunked responses.
  ///
  /// - Parameters:
  ///   - url: An `http` URL.
  ///   - fields: Header fields besides the host.
  ///   - timeout: How long to wait for the connection, and for each piece of the response.
  ///   - redirects: The most redirects to follow; one beyond is an error, but with a limit of 0 it
  ///     is the response.
  /// - Throws: An `HTTPError`, or `CancellationError` as soon as the task is cancelled.
  package init(
    getting url: URL, _ fields: [String: String] = [:], timeout: Duration, redirects: Int = 0
  ) async throws {
    var response = try await HTTPResponse(of: url, fields, timeout: timeout)
    var place = url
    for _ in 0..<redirects {
      guard let next = try response.head.redirect(from: place) else { break }
      place = next
      response = try await HTTPResponse(of: place, fields, timeout: timeout)
    }
    if redirects > 0, try response.head.redirect(from: place) != nil {
      throw HTTPError.tooManyRedirects(limit: redirects)
    }
    self = response
  }

  private init(of url: URL, _ fields: [String: String], timeout: Duration) async throws {
    let host = (url.host() ?? "").trimmingCharacters(in: ["[", "]"])
    let port = url.port ?? 80
    connection = try await Connection.open(host: host, port: port, timeout: timeout)
    let path = url.path(percentEncoded: true)
    let query = url.query(percentEncoded: true).map { "?" + $0 } ?? ""
    let name = host.contains(":") ? "[\(host)]" : host
    let lines =
      ["GET \(path.isEmpty ? "/" : path)\(query) HTTP/1.0", "Host: \(name):\(port)"]
      + fields.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    try await connection.write(lines.map { $0 + "\r\n" }.joined() + "\r\n")
    (head, next) = try await Self.readHead(connection)
    rest = head.length
  }

  /// The next piece of the content; nil at its end.
  ///
  /// Throws `connectionLost` if the content is shorter than announced.
  package mutating func nextBytes() async throws -> [UInt8]? {
    if rest == 0 { return nil }
    var bytes = next
    next = []
    if bytes.isEmpty { bytes = try await connection.nextBytes() }
    if bytes.isEmpty {
      if rest != nil { throw HTTPError.connectionLost }
      return nil
    }
    guard let rest else { return bytes }
    self.rest = rest - min(rest, bytes.count)
    return Array(bytes.prefix(rest))
  }

  /// The whole content, if it is not longer than a limit.
  package consuming func contents(upTo limit: Int) async throws -> [UInt8] {
    var contents: [UInt8] = []
    while let bytes = try await nextBytes() {
      contents += bytes
      if contents.count > limit { throw HTTPError.tooLong(limit: limit) }
    }
    return contents
  }

  /// No server sends a longer head.
  private static let maxHeadLength = 65_536

  private static func readHead(
    _ connection: Connection
  ) async throws -> (head: HTTPHead, rest: [UInt8]) {
    var bytes: [UInt8] = []
    while bytes.count < maxHeadLength {
      let next = try await connection.nextBytes()
      if next.isEmpty { throw bytes.isEmpty ? HTTPError.connectionLost : .notHTTP }
      // The end may be split between two reads.
      let start = max(0, bytes.count - 3)
      bytes += next
      guard let end = bytes[start...].firstRange(of: Array("\r\n\r\n".utf8)) else { continue }
      guard let text = String(validating: bytes[..<end.lowerBound], as: UTF8.self),
        let head = try HTTPHead(text), head["Transfer-Encoding"] == nil
      else { throw HTTPError.notHTTP }
      return (head, Array(bytes[end.upperBound...]))
    }
    throw HTTPError.notHTTP
  }
}
