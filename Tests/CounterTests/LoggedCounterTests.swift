import RatchetTesting

@testable import counter

@MainActor @Suite("Log of actions")
struct LoggedCounterTests {
  @Test("tells source, name and change of each action")
  func entries() {
    let log = log(
      after: [.cancel, .up, .factAnswered(.success("1 is odd")), .timer, .timerTicked, .timer])
    #expect(
      log.dropLast() == [
        .init(source: "key", name: "cancel", changes: []),
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

  @Test("keeps the newest entries up to its limit")
  func limit() {
    let log = log(after: Array(repeating: .up, count: LoggedCounter.limit + 5))
    #expect(log.count == LoggedCounter.limit)
    #expect(log.last?.changes.first?.after == "\(LoggedCounter.limit + 5)")
  }

  private func log(after actions: [Counter.Action]) -> [LoggedCounter.Entry] {
    let store = Store(initialState: LoggedCounter.State()) {
      LoggedCounter()
    } withDependencies: {
      $0.continuousClock = ContinuousClock()
    }
    for action in actions { store.send(.counter(action)) }
    return store.state.log
  }
}
