import Foundation
import WebClient

extension SearchClient {
  /// The longest response to read, in bytes.
  static let maxResponseLength = 1_000_000
  /// How long a server may take.
  static let limit: Duration = .seconds(5)

  /// Asks a web server: `GET URL?q=<terms>`, answered with status 200 and JSON such as `[{"title":
  /// "Rust", "detail": "an oxide of iron"}]`.
  static func http(_ server: URL) -> SearchClient {
    SearchClient(limit: limit) { terms in
      let url = server.appending(queryItems: [URLQueryItem(name: "q", value: terms)])
      // The limit ends it earlier.
      let response = try await HTTPResponse(getting: url, timeout: limit * 2)
      guard response.status == 200 else { throw SearchError.status(response.status) }
      let bytes = try await response.contents(upTo: maxResponseLength)
      do {
        return try JSONDecoder().decode([Hit].self, from: Data(bytes))
      } catch {
        throw SearchError.notUnderstood
      }
    }
  }
}

/// The names of Unicode characters, from the standard library.
enum UnicodeNames {
  /// The characters whose names contain all the words, in any order.
  ///
  /// Off the main actor, since it examines all of them.
  @concurrent static func hits(for terms: String) async throws -> [Hit] {
    let words = terms.uppercased().split(whereSeparator: \.isWhitespace).map(Array.init)
    var hits: [Hit] = []
    for value in UInt32(0x20)...0x1_FFFF {
      if value.isMultiple(of: 4096) { try Task.checkCancellation() }
      guard let scalar = Unicode.Scalar(value), let name = scalar.properties.name,
        words.allSatisfy({ name.contains($0) })
      else { continue }
      let code = String(value, radix: 16, uppercase: true)
      hits.append(Hit(title: "\(scalar)", detail: "\(name), U+\(code)"))
    }
    return hits
  }
}
