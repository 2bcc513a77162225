import RatchetTesting

@MainActor @Suite("cancelInFlight")
struct CancelInFlightTests {
  @Test("of effects that do not wait", arguments: scripts)
  func script(_ script: EffectScript) async { await script.check() }

  nonisolated private static let scripts = [
    EffectScript(
      "among the parts of one merge leaves the last",
      [
        "begin": .merge(
          (0..<3).map { .sending("\($0)").cancellable(id: 1, cancelInFlight: true) })
      ], reduced: "begin 2", started: 1),
    EffectScript(
      "on a merge cancels what was there before, and none of its own parts",
      [
        "old": Effect.endless.cancellable(id: 1),
        "begin": .merge(.sending("a"), .sending("b")).cancellable(id: 1, cancelInFlight: true),
      ], sent: "old begin", reduced: "old begin a b", started: 3),
  ]

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
      #expect(store.inFlight.map(\.cause) == ["begin \(number)"])
    }
    signal.open()
    await store.finish()
    #expect(store.state.last == "done 9")
    #expect(store.count == 11)
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

  @Test("on no effect only cancels")
  func none() {
    let store = ScriptStore([
      "begin": Effect.endless.cancellable(id: 1),
      "stop": .none.cancellable(id: 1, cancelInFlight: true),
      "nothing": .none.cancellable(id: 1),
    ])
    store.send("begin")
    store.send("nothing")
    #expect(store.inFlight.count == 1)
    store.send("stop")
    #expect(store.inFlight.isEmpty)
  }
}
