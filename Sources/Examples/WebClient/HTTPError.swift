import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Why a response is missing or incomplete.
package struct HTTPError: Error, Codable, Equatable, Sendable {
  /// A description of the reason.
  package let reason: String
  /// Whether it may be different the next time.
  package let isPassing: Bool

  package init(_ reason: String, isPassing: Bool) {
    self.reason = reason
    self.isPassing = isPassing
  }

  /// The error of a request; without one, the server has ended the connection instead of answering.
  init(_ error: URLError?, of request: URLRequest?, hasHead: Bool) {
    switch error?.code {
    case .cannotConnectToHost: self.init("the connection was refused", isPassing: true)
    case .cannotFindHost, .dnsLookupFailed:
      let host = request?.url?.host() ?? ""
      self.init("there is no host called '\(host)'", isPassing: false)
    case .notConnectedToInternet: self.init("there is no network", isPassing: true)
    case .timedOut: self.init("nothing came for a time", isPassing: true)
    // What curl calls an empty reply, and, within the content, has no code for.
    case nil, .networkConnectionLost, .badServerResponse,
      .unknown where hasHead:
      self.init("the connection was lost", isPassing: true)
    default:
      let reason = error.map { ": \($0.localizedDescription)" } ?? ""
      self.init("it did not answer as a web server does" + reason, isPassing: false)
    }
  }
}
