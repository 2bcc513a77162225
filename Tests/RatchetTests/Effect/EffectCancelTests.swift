import RatchetTesting

@MainActor @Suite("Cancelling an effect")
struct EffectCancelTests {
  @Test("that does not wait", arguments: scripts)
  func script(_ script: EffectScript) async { await script.check() }

  nonisolated private static let scripts = [
    EffectScript(
      "takes hold before its task starts when it is cancelled as a pending effect",
      [
        "begin": .merge(.send("stop"), .sending("never").cancellable(id: 1)),
        "stop": .cancel(id: 1),
      ], reduced: "begin stop", started: 1),
    EffectScript(
      "by a cancel after it in the same merge means that it never starts",
      ["begin": .merge(.sending("never").cancellable(id: 1), .cancel(id: 1))],
      reduced: "begin", started: 0),
    EffectScript(
      "by a cancel before it in the same merge does not touch it",
      ["begin": .merge(.cancel(id: 1), .sending("sent").cancellable(id: 1))],
      reduced: "begin sent"),
    EffectScript(
      "an Effect.send that cancels itself is no error",
      [
        "begin": .send("stop").cancellable(id: 1), "stop": .merge(.cancel(id: 1), .send("after")),
      ], reduced: "begin stop after"),
    EffectScript(
      "during its start is known to its task when the start is over",
      [
        "begin": .run { send in
          await send("stop")
          await untilCancelled()
        }.cancellable(id: 1),
        "stop": .cancel(id: 1),
      ], reduced: "begin stop"),
    EffectScript(
      "twice, or with an id that nobody has, is harmless",
      [
        "begin": Effect.endless.cancellable(id: 1),
        "stop": .merge(.cancel(id: 1), .cancel(id: 1), .cancel(id: "unknown")),
      ], sent: "stop begin stop stop", reduced: "stop begin stop stop", started: 1),
    EffectScript(
      "by an id of another type does not reach it",
      [
        "begin": .merge(.send("stop"), .sending("sent").cancellable(id: 1)),
        "stop": .merge(.cancel(id: 1.0), .cancel(id: Int?.some(1)), .cancel(id: "1")),
      ], reduced: "begin stop sent"),
  ]

  @Test("lets nothing through after it, although the operation ignores it")
  func nothingAfter() async {
    let signal = Signal()
    let store = ScriptStore([
      "begin": .run { send in
        await signal.wait()
        await send("late")
      }.cancellable(id: 1),
      "stop": .cancel(id: 1),
    ])
    store.send("begin")
    store.send("stop")
    #expect(store.inFlight.isEmpty)
    #expect(store.statistics.effectsUnwinding == 1)
    signal.open()
    await store.finish()
    #expect(store.state == ["begin", "stop"])
    #expect(store.isAtRest)
  }

  @Test("lets nothing through from a task that the operation made and that is not cancelled")
  func detached() async {
    let signal = Signal()
    let store = ScriptStore([
      "begin": .run { send in
        let task = Task { @MainActor in
          await signal.wait()
          await send("late")
        }
        await task.value
      }.cancellable(id: 1),
      "stop": .cancel(id: 1),
    ])
    store.send("begin")
    store.send("stop")
    signal.open()
    await store.finish()
    #expect(store.state == ["begin", "stop"])
    #expect(store.statistics.actionsDropped == 1)
  }

  @Test("drops what it has sent and what is still in the queue")
  func queued() async {
    let kept = Slot<Send<String>>()
    let slot = Slot<ScriptStore>()
    let signal = Signal()
    let effects: [String: Effect<String>] = [
      "begin": .run { send in
        kept.value = send
        await signal.wait()
      }.cancellable(id: 1),
      "stop": .cancel(id: 1),
    ]
    let store = ScriptStore(effects) { action in
      guard action == "stop" else { return }
      Task.immediate { @MainActor in
        await kept.value?("queued")
        signal.open()
      }
    }
    slot.value = store
    store.send("begin")
    store.send("stop")
    await store.finish()
    #expect(store.state == ["begin", "stop"])
    #expect(store.statistics.actionsDropped == 1)
    #expect(store.isAtRest)
  }

  @Test("by itself, through an action that it sends, ends it there")
  func selfCancel() async {
    let wasCancelled = Box(false)
    let store = ScriptStore([
      "begin": .run { send in
        await send("stop")
        wasCancelled.value = Task.isCancelled
        await send("never")
      }.cancellable(id: 1),
      "stop": .cancel(id: 1),
    ])
    store.send("begin")
    #expect(wasCancelled.value)
    #expect(store.state == ["begin", "stop"])
    #expect(store.isAtRest)
    await store.finish()
  }
}
