import Foundation

#if canImport(FoundationNetworking)
  // Costs the link to libcurl on Linux; in return https and cancellation need no code here.
  import FoundationNetworking
#endif

/// Facts from a web server: `GET URL/<n>`, answered with status 200 and UTF-8 text.
struct HTTPFacts: Sendable {
  let base: URL

  init?(url: String) {
    guard let base = URL(string: url), base.host()?.isEmpty == false,
      ["http", "https"].contains(base.scheme?.lowercased())
    else { return nil }
    self.base = base
  }

  static func isUsable(url: String) -> Bool {
    HTTPFacts(url: url) != nil
  }

  func fetch(about number: Int) async throws -> String {
    let session = URLSession(configuration: .ephemeral, delegate: NoRedirects(), delegateQueue: nil)
    defer { session.invalidateAndCancel() }
    let (data, response) = try await load(base.appending(path: "\(number)"), in: session)
    let status = (response as? HTTPURLResponse)?.statusCode ?? 0
    guard status == 200 else { throw FactError.status(status) }
    guard let text = String(validating: data, as: UTF8.self) else { throw FactError.notText }
    return text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private func load(_ url: URL, in session: URLSession) async throws -> (Data, URLResponse) {
    let request = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData)
    do {
      return try await session.data(for: request)
    } catch let error as URLError {
      throw FactError.unreachable(Self.reason(error))
    }
  }

  /// The reason in words: descriptions of network errors differ from system to system.
  private static func reason(_ error: URLError) -> String {
    switch error.code {
    case .cannotConnectToHost: "the connection was refused"
    case .cannotFindHost, .dnsLookupFailed: "its name is unknown"
    case .networkConnectionLost: "the connection was lost"
    case .notConnectedToInternet: "there is no network"
    case .timedOut: "it took too long"
    case .secureConnectionFailed, .serverCertificateUntrusted: "no secure connection"
    default: "error \(error.code.rawValue)"
    }
  }
}

extension FactClient {
  /// The client that asks a web server; nil if the URL is none that can be asked.
  static func http(url: String) -> FactClient? {
    HTTPFacts(url: url).map { facts in
      FactClient { try await facts.fetch(about: $0) }
    }
  }
}

/// A redirection is a status other than 200, so it is shown and not followed.
private final class NoRedirects: NSObject, URLSessionTaskDelegate {
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }
}
