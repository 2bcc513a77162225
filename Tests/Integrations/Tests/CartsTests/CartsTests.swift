import Foundation
import GRDB
import InMemoryTracing
import Logging
import Metrics
import MetricsTestKit
import RatchetTesting
import ServiceLifecycle
import Tracing

@testable import carts

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("The service")
@MainActor struct CartsTests {
  private let tracer = InMemoryTracer()
  private let metrics = TestMetrics()
  private let logger = Logger(label: "carts") { _ in SwiftLogNoOpLogHandler() }

  @Test(
    "answers 500 requests to 20 stores, loses nothing, and ends gracefully",
    .timeLimit(.minutes(5)))
  func requests() async throws {
    let database = try DatabaseQueue()
    let events = try await serve(database) { url in
      let events = Events(url.appending(path: "cart-0/events"))
      try await withThrowingTaskGroup { group in
        for cart in 0..<20 {
          group.addTask { try await post(25, to: url.appending(path: "cart-\(cart)")) }
        }
        for try await answers in group { #expect(answers == (1...25).map(String.init)) }
      }
      for await text in events.texts where text.hasSuffix("data: 25\n\n") { break }
      return events
    }
    for await _ in events.texts {}
    let rows = try await database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM item") }
    #expect(rows == 500)
    let saved = try metrics.expectTimer("store.effect.finished", [("effect", "save")])
    #expect(saved.values.count == 500)
    #expect(try metrics.expectMeter("store.effects.in_flight").lastValue == 0)
    checkSpans()
  }

  @Test("answers 503 while another program has the database locked, and 200 after that")
  func locked() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).sqlite")
    defer { try? FileManager.default.removeItem(at: file) }
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: file.path, configuration: configuration)
    try await withDependencies {
      // The error is also reported.
      $0.log = { #expect($0.text.contains("database is locked")) }
    } operation: {
      try await serve(DatabaseQueue(path: file.path)) { url in
        let cart = url.appending(path: "a")
        try await other.writeWithoutTransaction { try $0.beginTransaction(.immediate) }
        #expect(try await post(1, to: cart) == ["503"])
        try await other.writeWithoutTransaction { try $0.commit() }
        #expect(try await post(1, to: cart) == ["1"])
      }
    }
  }

  @Test("saves in a database, which the store observes")
  func database() async throws {
    let database = try CartDatabase(DatabaseQueue())
    let store = TestStore(initialState: Cart.State(id: "a")) {
      Cart()
    } withDependencies: {
      $0[CartDatabase.self] = database
    }
    await store.waiting(upTo: .seconds(60)) {
      await store.receive(.counted(0))
      await store.send(.added("tea"))
      await store.receive(.saved("tea")) { $0.added = ["tea"] }
      await store.receive(.counted(1)) { $0.count = 1 }
      await store.finish()
    }
  }

  /// Each save is a part of the trace of its request.
  private func checkSpans() {
    let spans = tracer.finishedSpans
    let requests = spans.filter { $0.operationName == "/carts/{id}" }
    let saves = spans.filter { $0.operationName == "save" }
    #expect(requests.count == 500)
    #expect(saves.count == 500)
    #expect(Set(saves.map(\.parentSpanID)) == Set(requests.map(\.spanID)))
    #expect(spans.filter { $0.operationName == "count" }.count == 20)
  }

  /// Runs the service on a free port while clients use it, and shuts it down.
  private func serve<Result>(
    _ database: DatabaseQueue, clients: @MainActor @Sendable (URL) async throws -> Result
  ) async throws -> Result {
    let client = try CartDatabase(database)
    let (ports, port) = AsyncStream.makeStream(of: Int.self)
    return try await withDependencies {
      $0.context = .live
      $0[CartDatabase.self] = client
    } operation: {
      try await withMetricsFactory(metrics) {
        try await withTracer(tracer) {
          let application = application(Sessions(logger: logger), port: 0, logger: logger) {
            port.yield($0)
          }
          let group = ServiceGroup(services: [application], logger: logger)
          async let run: Void = group.run()
          var started = ports.makeAsyncIterator()
          let port = try #require(await started.next(isolation: #isolation))
          let url = try #require(URL(string: "http://127.0.0.1:\(port)/carts"))
          let result = try await clients(url)
          await group.triggerGracefulShutdown()
          try await run
          return result
        }
      }
    }
  }
}

// MARK: - Fixtures

/// Adds items one by one, and returns the answers, or their status if that is not 200.
private func post(_ count: Int, to url: URL) async throws -> [String] {
  var answers: [String] = []
  for item in 0..<count {
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.httpBody = Data("item \(item)".utf8)
    let (data, response) = try await URLSession.shared.data(for: request)
    let status = (response as? HTTPURLResponse)?.statusCode ?? 0
    answers.append(status == 200 ? String(decoding: data, as: UTF8.self) : "\(status)")
  }
  return answers
}

/// Receives server-sent events.
private final class Events: NSObject, URLSessionDataDelegate {
  let texts: AsyncStream<String>
  private let text: AsyncStream<String>.Continuation

  init(_ url: URL) {
    (texts, text) = AsyncStream.makeStream()
    super.init()
    URLSession(configuration: .default, delegate: self, delegateQueue: nil).dataTask(with: url)
      .resume()
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data
  ) {
    text.yield(String(decoding: data, as: UTF8.self))
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    text.finish()
  }
}
