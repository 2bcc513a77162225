import InMemoryTracing
import RatchetTesting
import Tracing

@testable import RatchetTracing

@Suite("swift-distributed-tracing")
@MainActor struct TracingTests {
  private let tracer = InMemoryTracer()

  @Test("sees the span of an effect in child tasks, and on other threads")
  func childTasks() async throws {
    let tracer = tracer
    let work = Work(first: { _ in
      async let one: Void = mark("let", tracer)
      await withTaskGroup { group in group.addTask { mark("group", tracer) } }
      await markConcurrently("concurrent", tracer)
      await one
    })
    await store(of: work.traced(by: tracer)).send(.first).finish()
    let effect = try span("first")
    #expect(effect.parentSpanID == nil)
    for name in ["let", "group", "concurrent"] {
      #expect(try span(name).parentSpanID == effect.spanID)
    }
  }

  @Test(
    "has an effect that another one causes beside it, in the caller's span",
    arguments: [false, true])
  func cause(isSuspended: Bool) async throws {
    let work = Work(first: { send in
      if isSuspended { await Task.yield() }
      await send(.second("a"))
    })
    let store = store(of: work.traced(by: tracer))
    await tracer.withSpan("request") { _ in await store.send(.first).finish() }
    let request = try span("request")
    #expect(try span("first").parentSpanID == request.spanID)
    #expect(try span("second").parentSpanID == request.spanID)
  }

  @Test("records an error; what 'catch:' causes is in the caller's span")
  func errors() async throws {
    let work = Work(first: { _ in
      await Task.yield()
      throw Broken()
    })
    let store = store(of: work.traced(by: tracer))
    await tracer.withSpan("request") { _ in await store.send(.first).finish() }
    #expect(try span("first").errors.map { $0.error is Broken } == [true])
    #expect(store.received == ["caught"])
    #expect(try span("second").parentSpanID == span("request").spanID)
  }

  @Test("takes a cancel for no error")
  func cancel() async throws {
    let store = store(of: Work(first: { _ in try await Task.never() }).traced(by: tracer))
    store.send(.first)
    store.send(.stop)
    await store.finish()
    #expect(try span("first").errors.isEmpty)
  }

  @Test("begins a trace at a subscription, and at each effect that it causes once it has waited")
  func subscriptions() async throws {
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    let work = Work(
      second: { _ in end.yield() },
      subscription: { send in
        await Task.yield()
        await send(.second("a"))
        await send(.second("b"))
      })
    let store = store(of: work.traced(by: tracer))
    tracer.withSpan("request") { _ in _ = store.send(.listen) }
    for await _ in ends.prefix(2) {}
    await store.finish()
    await store.drain(within: .zero)
    let spans = tracer.finishedSpans
    #expect(spans.map(\.operationName).sorted() == ["request", "second", "second", "subscription"])
    #expect(spans.allSatisfy { $0.parentSpanID == nil })
    #expect(Set(spans.map(\.traceID)).count == 4)
  }

  @Test("has in the caller's span what a subscription causes before it waits")
  func subscriptionAtOnce() async throws {
    let work = Work(subscription: { send in await send(.second("a")) })
    let store = store(of: work.traced(by: tracer))
    tracer.withSpan("request") { _ in _ = store.send(.listen) }
    await store.finish()
    #expect(try span("subscription").parentSpanID == nil)
    #expect(try span("second").parentSpanID == span("request").spanID)
  }

  @Test("begins a trace at an effect that a sender causes")
  func sender() async throws {
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    let store = store(of: Work(first: { _ in end.yield() }).traced(by: tracer))
    tracer.withSpan("request") { _ in store.sender.send(.first) }
    for await _ in ends.prefix(1) {}
    await store.finish()
    #expect(try span("first").parentSpanID == nil)
  }

  private func span(_ name: String) throws -> FinishedInMemorySpan {
    try #require(tracer.finishedSpans.first { $0.operationName == name })
  }
}

// MARK: - Fixtures

private func mark(_ name: String, _ tracer: InMemoryTracer) {
  tracer.withSpan(name) { _ in }
}

@concurrent private func markConcurrently(_ name: String, _ tracer: InMemoryTracer) async {
  mark(name, tracer)
}
