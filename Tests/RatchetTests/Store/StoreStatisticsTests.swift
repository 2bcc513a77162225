import RatchetTesting

@MainActor @Suite("What a store counts")
struct StoreStatisticsTests {
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
    var expected = ScriptStore([:]).statistics
    expected.actions = 4
    expected.effectsStarted = 3
    expected.effectsFinished = 2
    expected.effectsCancelled = 1
    expected.effectsUnwinding = 1
    #expect(store.statistics == expected)
    signal.open()
    await store.finish()
    expected.effectsUnwinding = 0
    #expect(store.statistics == expected)
  }
}
