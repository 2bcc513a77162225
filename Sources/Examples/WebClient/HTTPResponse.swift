package import Foundation
internal import Ratchet

#if canImport(FoundationNetworking)
  // Links libcurl on Linux: only the samples that ask a server have this module.
  import FoundationNetworking
#endif

/// A response of a web server, whose content is read as it arrives.
///
/// The request ends with the task that reads it, or when nobody has the response any more.
package struct HTTPResponse: Sendable {
  package let status: Int
  /// The length of the content in bytes; nil if it ends with the connection.
  package let length: Int?
  private let head: HTTPURLResponse
  private let exchange: Exchange

  /// Requests the resource at a URL.
  ///
  /// - Parameters:
  ///   - url: An `http` or `https` URL.
  ///   - fields: Additional header fields.
  ///   - timeout: How long to wait for the connection, and for each piece of the response.
  ///   - redirects: The most redirects to follow; one beyond is an error, but with a limit of 0 it
  ///     is the response.
  /// - Throws: An `HTTPError`, or `CancellationError` as soon as the task is cancelled.
  package init(
    getting url: URL, _ fields: [String: String] = [:], timeout: Duration, redirects: Int = 0
  ) async throws {
    exchange = Exchange(url, fields, timeout: timeout, redirects: redirects)
    head = try await exchange.inbox.next { $0.head }
    status = head.statusCode
    let length = head.expectedContentLength
    // More than any disk has: sums of lengths are then numbers, too.
    guard length < 1 << 50 else {
      throw HTTPError("the server announced a length of \(length)", isPassing: false)
    }
    self.length = length < 0 ? nil : Int(length)
  }

  /// The value of a header field, whose name is case-insensitive.
  package subscript(name: String) -> String? { head.value(forHTTPHeaderField: name) }

  /// The next piece of the content, which is all that has arrived; nil at its end.
  package func nextBytes() async throws -> [UInt8]? {
    let bytes = try await exchange.inbox.next { inbox -> [UInt8]? in
      if inbox.bytes.isEmpty { return inbox.hasEnded && inbox.failure == nil ? [] : nil }
      defer { inbox.bytes = [] }
      return inbox.bytes
    }
    return bytes.isEmpty ? nil : bytes
  }

  /// The whole content, if it is not longer than a limit.
  package func contents(upTo limit: Int) async throws -> [UInt8] {
    var contents: [UInt8] = []
    while let bytes = try await nextBytes() {
      contents += bytes
      if contents.count > limit {
        throw HTTPError("its answer is longer than \(limit) bytes", isPassing: true)
      }
    }
    return contents
  }
}

/// A request with a session of its own, which ends with it.
private final class Exchange: Sendable {
  let inbox: Inbox
  private let session: URLSession
  private let task: URLSessionDataTask

  init(_ url: URL, _ fields: [String: String], timeout: Duration, redirects: Int) {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = timeout / .seconds(1)
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    // With a cache, FoundationNetworking looks into it on a queue of its own, and a cancel that
    // waits there may come after the end of the request: that ends the process.
    configuration.urlCache = nil
    inbox = Inbox(redirects: redirects)
    session = URLSession(configuration: configuration, delegate: inbox, delegateQueue: nil)
    var request = URLRequest(url: url)
    for (name, value) in fields { request.setValue(value, forHTTPHeaderField: name) }
    task = session.dataTask(with: request)
    task.resume()
    // Ends with the task, and lets go of the delegate then.
    session.finishTasksAndInvalidate()
  }

  deinit {
    // On the delegate's queue, so that a redirect is answered before the request ends, or not at
    // all: FoundationNetworking ends the process if the answer comes later.
    session.delegateQueue.addOperation { [task, inbox] in
      inbox.stopAnswering()
      task.cancel()
    }
  }
}

/// What has arrived of a response, and was not taken yet.
///
/// Never stops the server: on Linux, a task that is suspended reads on, and begins again when it is
/// resumed. So a reader must keep up.
private final class Inbox: NSObject, URLSessionDataDelegate {
  struct Content {
    var head: HTTPURLResponse?
    var bytes: [UInt8] = []
    var hasEnded = false
    var failure: HTTPError?
    /// How many redirects were answered.
    var redirects = 0
    var isCancelled = false
  }

  private let content = Locked(Content())
  private let limit: Int
  private let arrivals: AsyncStream<Void>
  private let arrival: AsyncStream<Void>.Continuation

  init(redirects: Int) {
    limit = redirects
    (arrivals, arrival) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Waits until there is something to take, or the response has failed.
  func next<Value: Sendable>(
    _ take: @Sendable (inout Content) -> Value?
  ) async throws -> Value {
    var arrived = arrivals.makeAsyncIterator()
    while true {
      let (value, failure) = content.withLock { (take(&$0), $0.failure) }
      if let value { return value }
      if let failure { throw failure }
      if await arrived.next() == nil { try Task.checkCancellation() }
    }
  }

  /// Leaves the next redirect without an answer, because the request is about to be cancelled.
  func stopAnswering() {
    content.withLock { $0.isCancelled = true }
  }

  private func change(_ body: (inout Content) -> Void) {
    content.withLock { body(&$0) }
    arrival.yield()
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    // A redirect that was not followed comes as a response, even if it is an error.
    change { $0.head = $0.failure == nil ? response as? HTTPURLResponse : nil }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    change { $0.bytes += data }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    change { content in
      content.hasEnded = true
      guard content.failure == nil, error != nil || content.head == nil else { return }
      content.failure = HTTPError(
        error as? URLError, of: task.originalRequest, hasHead: content.head != nil)
    }
    arrival.finish()
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    guard !content.withLock({ $0.isCancelled }) else { return }
    guard limit > 0 else { return completionHandler(nil) }
    let url = request.url
    let isWeb = ["http", "https"].contains(url?.scheme?.lowercased() ?? "")
    change { content in
      content.redirects += 1
      if !isWeb {
        let reason = "redirected to '\(url?.absoluteString ?? "")', which is not http"
        content.failure = HTTPError(reason, isPassing: false)
      } else if content.redirects > limit {
        content.failure = HTTPError("more than \(limit) redirects", isPassing: false)
      }
    }
    completionHandler(content.withLock { $0.failure == nil } ? request : nil)
  }
}
