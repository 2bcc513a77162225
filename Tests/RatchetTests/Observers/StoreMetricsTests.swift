import RatchetTesting

@MainActor @Suite("The metrics of a store")
struct StoreMetricsTests {
  let clock = TestClock()
  let metrics = StoreMetrics(of: Script.self)

  @Test("count actions and effects as the store does")
  func counts() {
    let messages = Messages()
    let store = store(
      [
        "work": .run { send in await send("sent") },
        "fail": .run { _ in throw Failure() },
        "stay": .run { _ in await untilCancelled() }.cancellable(id: 1),
        "stop": .cancel(id: 1),
      ], messages)
    for action in ["work", "fail", "stay", "stop", "stay"] { store.send(action) }
    #expect(messages.all.count == 1)
    #expect(metrics.actions == 6)
    #expect(metrics.actions == store.statistics.actions)
    #expect(metrics.effectsStarted == 4)
    #expect(metrics.effectsFinished == 1)
    #expect(metrics.effectsFailed == 1)
    #expect(metrics.effectsCancelled == 1)
    #expect(metrics.effectsLive == 1)
    #expect(metrics.actionsDropped == 0)
  }

  @Test("tell how many actions were in the queue at most, and how many were dropped")
  func queue() {
    let made = Slot<ScriptStore>()
    let store = store(call: { action in
      guard action == "a" else { return }
      made.value?.send("b")
      made.value?.send("c").cancel()
      made.value?.send("d")
    })
    made.value = store
    store.send("a")
    #expect(store.state == ["a", "b", "d"])
    #expect(metrics.queueHighWater == 3)
    #expect(metrics.actionsDropped == 1)
    made.value = nil
  }

  @Test("are a text of three lines")
  func text() {
    let store = store(["a": .run { _ in await untilCancelled() }])
    store.send("a")
    clock.advance(by: .seconds(4))
    for microseconds in 1...99 { reduced(in: .microseconds(microseconds)) }
    #expect(metrics.longestReducerTime >= .microseconds(99))
    let text = metrics.text.split(separator: "\n")
    #expect(text.count == 3)
    #expect(text[0] == "actions: 100 reduced (25.0 a second), 0 dropped, at most 0 queued")
    #expect(text[2] == "effects: 1 started, 0 finished, 0 failed, 0 cancelled, 1 live")
  }

  @Test("give the reducer's time in all, and the longest")
  func times() {
    for milliseconds in 1...200 { reduced(in: .milliseconds(milliseconds)) }
    reduced(in: .seconds(3))
    #expect(
      metrics.text.split(separator: "\n")[1] == "reducer: 23.1 s in all, at most 3.0 s")
  }

  private func reduced(in duration: Duration) {
    metrics.observe(.reduced("", from: .caller, before: [], after: [], duration: duration))
  }

  private func store(
    _ effects: [String: Effect<String>] = [:], _ messages: Messages? = nil,
    call: @escaping @MainActor (String) -> Void = { _ in }
  ) -> ScriptStore {
    let clock = clock
    return Store(initialState: [], observers: [metrics]) {
      Script(effects: effects, call: call)
    } withDependencies: {
      $0.continuousClock = clock
      if let messages { $0.log = messages.sink }
    }
  }
}

// MARK: - Fixtures

private struct Failure: Error {}
