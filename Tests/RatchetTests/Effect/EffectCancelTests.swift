import RatchetTesting

@MainActor @Suite("Cancelling an effect")
struct EffectCancelTests {
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

  @Test("takes hold before its task starts when it is cancelled as a pending effect")
  func pending() {
    let store = ScriptStore([
      "begin": .merge(.send("stop"), .run { await $0("never") }.cancellable(id: 1)),
      "stop": .cancel(id: 1),
    ])
    store.send("begin")
    #expect(store.state == ["begin", "stop"])
    #expect(store.statistics.effectsStarted == 1)
    #expect(store.isAtRest)
  }

  @Test("by a cancel after it in the same merge means that it never starts")
  func sameMerge() {
    let store = ScriptStore([
      "begin": .merge(.run { await $0("never") }.cancellable(id: 1), .cancel(id: 1))
    ])
    store.send("begin")
    #expect(store.state == ["begin"])
    #expect(store.statistics.effectsStarted == 0)
    #expect(store.isAtRest)
  }

  @Test("by a cancel before it in the same merge does not touch it")
  func cancelFirst() {
    let store = ScriptStore([
      "begin": .merge(.cancel(id: 1), .run { await $0("sent") }.cancellable(id: 1))
    ])
    store.send("begin")
    #expect(store.state == ["begin", "sent"])
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

  @Test("by itself, after its start, is seen by the operation as soon as send returns")
  func selfCancelLater() async {
    let signal = Signal()
    let wasCancelled = Box(false)
    let store = ScriptStore([
      "begin": .run { send in
        await signal.wait()
        await send("stop")
        wasCancelled.value = Task.isCancelled
        await send("never")
      }.cancellable(id: 1),
      "stop": .cancel(id: 1),
    ])
    store.send("begin")
    signal.open()
    await store.finish()
    #expect(wasCancelled.value)
    #expect(store.state == ["begin", "stop"])
  }

  @Test("an Effect.send that cancels itself is no error")
  func selfCancelSend() {
    let store = ScriptStore([
      "begin": .send("stop").cancellable(id: 1), "stop": .merge(.cancel(id: 1), .send("after")),
    ])
    store.send("begin")
    #expect(store.state == ["begin", "stop", "after"])
    #expect(store.isAtRest)
  }

  @Test("during its start is known to its task when the start is over")
  func duringStart() async {
    let store = ScriptStore([
      "begin": .run { send in
        await send("stop")
        await untilCancelled()
      }.cancellable(id: 1),
      "stop": .cancel(id: 1),
    ])
    store.send("begin")
    await store.finish()
    #expect(store.isAtRest)
  }

  @Test("twice, or with an id that nobody has, is harmless")
  func harmless() async {
    let store = ScriptStore([
      "begin": .run { _ in await untilCancelled() }.cancellable(id: 1),
      "stop": .merge(.cancel(id: 1), .cancel(id: 1), .cancel(id: "unknown")),
    ])
    store.send("stop")
    store.send("begin")
    store.send("stop")
    store.send("stop")
    await store.finish()
    #expect(store.statistics.effectsCancelled == 1)
    #expect(store.isAtRest)
  }

  @Test("by an id of another type does not reach it")
  func otherType() async {
    let store = ScriptStore([
      "begin": .run { _ in await untilCancelled() }.cancellable(id: 1),
      "stop other": .merge(.cancel(id: 1.0), .cancel(id: Int?.some(1)), .cancel(id: "1")),
      "stop": .cancel(id: 1),
    ])
    store.send("begin")
    store.send("stop other")
    #expect(store.inFlight.count == 1)
    store.send("stop")
    await store.finish()
  }

  @Test("in one store does not reach the same id in another")
  func otherStore() async {
    let script: [String: Effect<String>] = [
      "begin": .run { _ in await untilCancelled() }.cancellable(id: 1), "stop": .cancel(id: 1),
    ]
    let (first, second) = (ScriptStore(script), ScriptStore(script))
    first.send("begin")
    second.send("begin")
    first.send("stop")
    #expect(first.inFlight.isEmpty)
    #expect(second.inFlight.count == 1)
    second.send("stop")
    await first.finish()
    await second.finish()
  }
}
