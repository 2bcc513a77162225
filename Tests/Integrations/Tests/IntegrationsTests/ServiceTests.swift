import InMemoryLogging
import Logging
import RatchetTesting
import ServiceLifecycle
import ServiceLifecycleTestKit

@testable import RatchetService

@Suite("ServiceLifecycle")
@MainActor struct ServiceTests {
  private let clock = TestClock()
  private let handler = InMemoryLogHandler()
  private let drain = AsyncStream.makeStream(of: Void.self)

  @Test("lets the effects of a store finish at a graceful shutdown")
  func finishes() async throws {
    let (events, event) = AsyncStream.makeStream(of: Void.self)
    let store = store { send in
      for await _ in events.prefix(1) {}
      await send(.second("done"))
    }
    try await shutDown(store) { event.yield() }
    #expect(store.received == ["done"])
    #expect(handler.entries.isEmpty)
  }

  @Test("cancels what has not finished within the limit")
  func limit() async throws {
    let store = store { _ in try await Task.never() }
    try await shutDown(store) {
      clock.advance(by: .seconds(9))
      #expect(store.inFlight.map(\.name) == ["first"])
      clock.advance(by: .seconds(1))
    }
    #expect(store.inFlight.isEmpty)
    #expect(handler.entries.map(\.message) == ["cancelled"])
  }

  /// A store on the clock, with an effect and a subscription in flight.
  private func store(first: @escaping Work.Operation) -> StoreOf<Work> {
    let work = Work(
      first: first,
      subscription: { [drain] _ in
        defer { drain.continuation.yield() }
        try await Task.never()
      })
    let store = IntegrationsTests.store(of: work) { $0.continuousClock = clock }
    store.send(.listen)
    store.send(.first)
    return store
  }

  /// Runs the service, triggers a shutdown, and does something while the service drains the store.
  private func shutDown(
    _ store: StoreOf<Work>, _ action: @MainActor @Sendable () async throws -> Void
  ) async throws {
    let service = StoreService(
      store: store, limit: .seconds(10), logger: Logger(label: "app") { _ in handler })
    try await testGracefulShutdown { @MainActor @Sendable trigger in
      async let run: Void = service.run()
      trigger.triggerGracefulShutdown()
      for await _ in drain.stream.prefix(1) {}
      // Until the limit is asleep.
      while (try? await clock.checkSuspension()) != nil {}
      try await action()
      try await run
    }
  }
}
