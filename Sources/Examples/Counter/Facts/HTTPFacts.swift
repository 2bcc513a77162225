import Console
import Foundation

#if canImport(FoundationNetworking)
  // Links libcurl on Linux; in return, https and cancellation need no code here.
  import FoundationNetworking
#endif

extension FactClient {
  /// Asks a web server: `GET URL/<n>`, answered with status 200 and UTF-8 text.
  static func http(_ base: URL) -> FactClient {
    FactClient { number in
      let session = URLSession(
        configuration: .ephemeral, delegate: NoRedirects(), delegateQueue: nil)
      defer { session.invalidateAndCancel() }
      let request = URLRequest(
        url: base.appending(path: "\(number)"), cachePolicy: .reloadIgnoringLocalCacheData)
      let (data, response) = try await session.data(for: request)
      let status = (response as? HTTPURLResponse)?.statusCode ?? 0
      guard status == 200 else { throw FactError.status(status) }
      guard let text = String(validating: data, as: UTF8.self) else { throw FactError.notText }
      return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }
  }

  /// Fetches with a time limit, and turns any error into one that can be shown.
  func answer(
    about number: Int, within limit: Duration, on clock: any Clock<Duration>
  ) async -> Counter.Answer {
    do {
      let text = try await withTimeLimit(limit, on: clock) { try await fetch(number) }
      return text.map(Counter.Answer.success) ?? .failure(.timedOut(limit))
    } catch {
      let reason = (error as? URLError)?.reason ?? "\(error)"
      return .failure(error as? FactError ?? .unreachable(reason))
    }
  }
}

extension URLError {
  /// A description of the reason: those of network errors differ between systems.
  fileprivate var reason: String {
    switch code {
    case .cannotConnectToHost: "the connection was refused"
    case .cannotFindHost, .dnsLookupFailed: "its name is unknown"
    case .networkConnectionLost: "the connection was lost"
    case .notConnectedToInternet: "there is no network"
    case .timedOut: "it took too long"
    case .secureConnectionFailed, .serverCertificateUntrusted: "no secure connection"
    default: "error \(code.rawValue)"
    }
  }
}

/// Treats a redirect as a status other than 200, so that it is shown rather than followed.
private final class NoRedirects: NSObject, URLSessionTaskDelegate {
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }
}
