import InMemoryLogging
import Logging
import RatchetTesting

@testable import RatchetLogging

@Suite("swift-log")
@MainActor struct LoggingTests {
  private let handler: InMemoryLogHandler
  private let logger: Logger

  init() {
    var handler = InMemoryLogHandler()
    handler.logLevel = .debug
    self.handler = handler
    logger = Logger(label: "app") { _ in handler }
  }

  @Test("receives the messages of an effect, with its name and feature")
  func message() async {
    let work = Work(first: { _ in
      @Dependency(\.log) var log
      log(LogMessage(level: .warning, text: "Again."))
    })
    let store = store(of: work.logging(to: logger)) { $0.log = logSink(to: logger) }
    await store.send(.first).finish()
    #expect(handler.entries.map(\.level) == [.warning])
    #expect(handler.entries.map(\.message) == ["Again."])
    #expect(handler.entries.map(\.metadata) == [["effect": "first", "feature": ""]])
  }

  @Test("receives the actions and the errors of a store from an observer")
  func actions() async {
    let log = ActionLog(of: Work.self, to: logger)
    let store = store(of: Work(first: { _ in throw Broken() }), observers: [log])
    await store.send(.first).finish()
    #expect(
      handler.entries.map { "\($0.level) \($0.message)" } == [
        "debug received first from a caller",
        "debug received second(\"caught\") from effect 1 \"first\"",
        "error effect 1 \"first\" failed: Broken()",
      ])
  }

  @Test("has the caller's metadata in effects of 'store.send', and not in those of a sender")
  func taskLocal() async {
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    let work = Work(first: { _ in
      Logger.current.info("working")
      end.yield()
    })
    let store = store(of: work.logging(to: logger))
    var request = logger
    request[metadataKey: "request"] = "7"
    withLogger(request) { _ in
      _ = store.send(.first)
      store.sender.send(.first)
    }
    for await _ in ends.prefix(2) {}
    #expect(handler.entries.map { $0.metadata["request"] } == ["7", nil])
    #expect(handler.entries.map { $0.metadata["effect"] } == ["first", "first"])
  }
}
