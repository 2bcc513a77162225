import RatchetTesting

@MainActor @Suite("What a store counts")
struct StoreStatisticsTests {
  @Test("is nothing at first")
  func fresh() {
    let statistics = ScriptStore([:]).statistics
    #expect(statistics.actions == 0)
    #expect(statistics.actionsDropped == 0)
    #expect(statistics.effectsStarted == 0)
  }

  @Test("k effects that send m actions each give k * m reductions", arguments: [1, 7, 40])
  func exactlyOnce(k: Int) async {
    let signal = Signal()
    let m = 25
    let effects = (0..<k).map { effect in
      Effect<String>.run { send in
        await signal.wait()
        for number in 0..<m {
          await send("\(effect).\(number)")
          if number.isMultiple(of: 5) { await Task.immediate { @MainActor in }.value }
        }
      }
    }
    let store = ScriptStore(["begin": .merge(effects)])
    store.send("begin")
    #expect(store.inFlight.count == k)
    signal.open()
    await store.finish()
    #expect(store.count == k * m + 1)
    #expect(Set(store.state).count == k * m + 1)
    #expect(
      store.statistics
        == statistics(actions: k * m + 1, started: k, finished: k))
  }

  @Test("tells finished, cancelled and unwinding effects apart")
  func kinds() async {
    let signal = Signal()
    let store = ScriptStore([
      "short": .merge(.send("x"), .run { _ in }),
      "long": .run { send in
        await signal.wait()
        await send("dropped")
      }.cancellable(id: 1),
      "stop": .cancel(id: 1),
    ])
    store.send("short")
    store.send("long")
    store.send("stop")
    var expected = statistics(actions: 4, started: 3, finished: 2)
    expected.effectsCancelled = 1
    expected.effectsUnwinding = 1
    #expect(store.statistics == expected)
    signal.open()
    await store.finish()
    expected.effectsUnwinding = 0
    #expect(store.statistics == expected)
  }
}

// MARK: - Fixtures

@MainActor private func statistics(
  actions: Int = 0, started: Int = 0, finished: Int = 0
) -> StoreStatistics {
  var statistics = ScriptStore([:]).statistics
  statistics.actions = actions
  statistics.effectsStarted = started
  statistics.effectsFinished = finished
  return statistics
}
