import Ratchet
import Testing

@testable import counter

@Suite("Log of actions")
struct LoggedCounterTests {
  @Test("tells source, name and change of each action")
  func entries() {
    var state = LoggedCounter.State()
    let actions: [Counter.Action] = [
      .up, .factAnswered(.success("1 is odd")), .timer, .timerTicked,
    ]
    withDependencies {
      $0.continuousClock = ContinuousClock()
    } operation: {
      for action in actions { _ = LoggedCounter().reduce(into: &state, action: action) }
    }
    #expect(
      state.log == [
        .init(source: "key", name: "up", changes: [.init(field: "count", before: "0", after: "1")]),
        .init(
          source: "fact", name: "answer",
          changes: [.init(field: "fact", before: "none", after: "1 is odd")]),
        .init(
          source: "key", name: "timer",
          changes: [.init(field: "timer", before: "off", after: "on, 0 ticks")]),
        .init(
          source: "timer", name: "tick",
          changes: [.init(field: "timer", before: "on, 0 ticks", after: "on, 1 tick")]),
      ])
  }

  @Test("has an entry without changes for an action that changes nothing")
  func noChange() {
    var state = LoggedCounter.State()
    _ = LoggedCounter().reduce(into: &state, action: .cancel)
    #expect(state.log == [.init(source: "key", name: "cancel", changes: [])])
  }

  @Test("keeps the newest entries up to its limit")
  func limit() {
    var state = LoggedCounter.State()
    for _ in 0..<(LoggedCounter.limit + 5) {
      _ = LoggedCounter().reduce(into: &state, action: .up)
    }
    #expect(state.log.count == LoggedCounter.limit)
    #expect(state.log.last?.changes.first?.after == "\(LoggedCounter.limit + 5)")
  }
}
