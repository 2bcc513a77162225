import Metrics
import MetricsTestKit
import RatchetTesting

@testable import RatchetMetrics

@Suite("swift-metrics")
@MainActor struct MetricsTests {
  private let metrics = TestMetrics()

  @Test("times actions and effects by their names, without values, and counts what is in flight")
  func names() async throws {
    let reporter = MetricsReporter(of: Work.self, factory: metrics)
    let work = Work(first: { send in
      await send(.second("a"))
      await send(.second("b"))
      try await Task.never()
    })
    let store = store(of: work, observers: [reporter])
    store.send(.first)
    await store.send(.second("c")).finish()
    let inFlight = try metrics.expectMeter("store.effects.in_flight")
    #expect(inFlight.lastValue == 1)
    await store.send(.stop).finish()
    #expect(inFlight.lastValue == 0)
    #expect(inFlight.values.max() == 2)
    #expect(try times("store.action", "action", "first") == 1)
    #expect(try times("store.action", "action", "second") == 3)
    #expect(try times("store.effect.finished", "effect", "second") == 3)
    #expect(try times("store.effect.cancelled", "effect", "first") == 1)
    #expect(metrics.timers.count == 5)
  }

  private func times(_ label: String, _ dimension: String, _ name: String) throws -> Int {
    try metrics.expectTimer(label, [(dimension, name)]).values.count
  }
}
