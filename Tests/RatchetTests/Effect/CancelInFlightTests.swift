import RatchetTesting

@MainActor @Suite("cancelInFlight")
struct CancelInFlightTests {
  @Test("leaves at most one live effect per id, the newest")
  func newest() async {
    let signal = Signal()
    let store = ScriptStore(
      Dictionary(
        uniqueKeysWithValues: (0..<10).map { number in
          let effect = Effect<String>.run { send in
            await signal.wait()
            await send("done \(number)")
          }
          return ("begin \(number)", effect.cancellable(id: 1, cancelInFlight: true))
        }))
    for number in 0..<10 {
      store.send("begin \(number)")
      #expect(store.inFlight.map(\.startedBy) == ["begin \(number)"])
    }
    signal.open()
    await store.finish()
    #expect(store.state.last == "done 9")
    #expect(store.count == 11)
  }

  @Test("among the parts of one merge leaves the last")
  func merge() {
    let effects = (0..<3).map { number in
      Effect<String>.run { await $0("\(number)") }.cancellable(id: 1, cancelInFlight: true)
    }
    let store = ScriptStore(["begin": .merge(effects)])
    store.send("begin")
    #expect(store.state == ["begin", "2"])
  }

  @Test("on a merge cancels what was there before, and none of its own parts")
  func aroundMerge() async {
    let store = ScriptStore([
      "old": .run { _ in await untilCancelled() }.cancellable(id: 1),
      "begin": .merge(.run { await $0("a") }, .run { await $0("b") })
        .cancellable(id: 1, cancelInFlight: true),
    ])
    store.send("old")
    store.send("begin")
    #expect(store.state == ["old", "begin", "a", "b"])
    await store.finish()
    #expect(store.statistics.effectsCancelled == 1)
  }

  @Test("on no effect only cancels")
  func none() async {
    let store = ScriptStore([
      "begin": .run { _ in await untilCancelled() }.cancellable(id: 1),
      "stop": .none.cancellable(id: 1, cancelInFlight: true),
      "nothing": .none.cancellable(id: 1),
    ])
    store.send("begin")
    store.send("nothing")
    #expect(store.inFlight.count == 1)
    store.send("stop")
    await store.finish()
    #expect(store.isAtRest)
  }

  @Test("in an effect that restarts itself ends the old one")
  func restart() async {
    let signal = Signal()
    let store = ScriptStore([
      "begin": .run { send in
        await signal.wait()
        await send("again")
        await send("never")
      }.cancellable(id: 1, cancelInFlight: true),
      "again": .run { await $0("new") }.cancellable(id: 1, cancelInFlight: true),
    ])
    store.send("begin")
    signal.open()
    await store.finish()
    #expect(store.state == ["begin", "again", "new"])
  }
}
