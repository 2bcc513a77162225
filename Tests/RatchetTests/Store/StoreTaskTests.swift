import RatchetTesting

@MainActor @Suite("A store's task")
struct StoreTaskTests {
  @Test("has the first error that no 'catch:' took, whether it was thrown at once or later")
  func failure() async {
    struct Failed: Error, Equatable { let number: Int }
    let messages = Messages()
    let gate = Signal()
    let store = ScriptStore(
      [
        "at once": .run { _ in throw Failed(number: 1) },
        "later": .concatenate(
          .send("next"),
          .run { _ in
            await gate.wait()
            throw Failed(number: 2)
          },
          .run { _ in throw Failed(number: 3) }),
        "caught": .run { _ in
          throw Failed(number: 4)
        } catch: { _, _ in
        },
      ], log: messages)
    #expect(store.send("at once").failure as? Failed == Failed(number: 1))
    let later = store.send("later")
    #expect(later.failure == nil)
    gate.open()
    await later.finish()
    #expect(later.failure as? Failed == Failed(number: 2))
    #expect(store.send("caught").failure == nil)
    #expect(messages.texts.count == 3)
  }

  @Test("covers effects, the actions they send, and the effects of those")
  func cascade() async {
    let (begun, signals) = ((0..<3).map { _ in Signal() }, (0..<3).map { _ in Signal() })
    let store = ScriptStore([
      "0": .run { send in
        begun[0].open()
        await signals[0].wait()
        await send("1")
      },
      "1": .run { send in
        begun[1].open()
        await signals[1].wait()
        await send("2")
      },
      "2": .run { _ in
        begun[2].open()
        await signals[2].wait()
      },
    ])
    let task = store.send("0")
    let hasFinished = Box(false)
    let waiter = Task.immediate { @MainActor in
      await task.finish()
      hasFinished.value = true
    }
    for (begun, signal) in zip(begun, signals) {
      await begun.wait()
      #expect(!hasFinished.value)
      signal.open()
    }
    await waiter.value
    #expect(store.state == ["0", "1", "2"])
    #expect(store.isAtRest)
  }

  @Test("is that of its own action, beside actions that have ended")
  func reused() async {
    let slot = Slot<ScriptStore>()
    let inner = Slot<StoreTask>()
    let store = ScriptStore([
      "ends": .run { _ in },
      "nests": .run { _ in inner.value = slot.value?.send("waits") },
      "waits": .run { _ in await untilCancelled() },
    ])
    slot.value = store
    store.send("ends")
    let first = store.send("waits")
    store.send("ends")
    let second = store.send("nests")
    first.cancel()
    await first.finish()
    #expect(first.isCancelled)
    #expect(!second.isCancelled)
    #expect(inner.value?.isCancelled == false)
    #expect(store.inFlight.map(\.cause) == ["waits"])
    inner.value?.cancel()
    await inner.value?.finish()
    #expect(inner.value?.isCancelled == true)
    #expect(store.isAtRest)
    slot.value = nil
  }

  @Test("covers nothing once a cancelled effect has returned, and its object is used again")
  func reusedAfterCancel() async {
    let hasReturned = Box(false)
    let store = ScriptStore([
      "cancels itself": .run { send in await send("cancels") }.cancellable(id: 1),
      "cancels": .cancel(id: 1),
      "lingers": .run { send in
        await send("cancels")
        await Task.yield()
        hasReturned.value = true
      }.cancellable(id: 1),
    ])
    let first = store.send("cancels itself")
    await first.finish()
    #expect(!first.isCancelled)
    let second = store.send("lingers")
    #expect(!hasReturned.value)
    await second.finish()
    #expect(hasReturned.value)
    #expect(!second.isCancelled)
    #expect(store.isAtRest)
  }

  @Test("when cancelled ends its effects and theirs, and no other")
  func cancel() async {
    let store = ScriptStore([
      "a": .merge(.send("a1"), .run { _ in await untilCancelled() }),
      "a1": .run { _ in await untilCancelled() },
      "b": .run { _ in await untilCancelled() },
    ])
    let a = store.send("a")
    let b = store.send("b")
    #expect(store.inFlight.count == 3)
    a.cancel()
    #expect(a.isCancelled)
    #expect(!b.isCancelled)
    #expect(store.inFlight.map(\.cause) == ["b"])
    await a.finish()
    b.cancel()
    await store.finish()
    #expect(store.isAtRest)
  }

  @Test("when cancelled starts no effect that is pending, and no part that is left")
  func cancelPending() {
    let handle = Slot<StoreTask>()
    let slot = Slot<ScriptStore>()
    let store = ScriptStore([
      "outer": .run { _ in
        handle.value = slot.value?.send("inner")
        handle.value?.cancel()
      },
      "inner": .merge(.send("never"), .concatenate(.run { await $0("never") }, .send("never"))),
    ])
    slot.value = store
    store.send("outer")
    #expect(store.state == ["outer", "inner"])
    #expect(handle.value?.isCancelled == true)
    #expect(store.isAtRest)
    slot.value = nil
  }

  @Test("can be cancelled by an effect of its own while that starts", .timeLimit(.minutes(5)))
  func cancelByOwnEffect() async {
    let handle = Slot<StoreTask>()
    let slot = Slot<ScriptStore>()
    let signal = Signal()
    let store = ScriptStore([
      "outer": .run { _ in handle.value = slot.value?.send("inner") },
      "inner": .merge(
        .run { send in
          await send("before")
          handle.value?.cancel()
          await send("never")
          await untilCancelled()
          signal.open()
        }, .run { await $0("never") }),
    ])
    slot.value = store
    store.send("outer")
    await signal.wait()
    await handle.value?.finish()
    #expect(store.state == ["outer", "inner", "before"])
    #expect(store.isAtRest)
    slot.value = nil
  }

  @Test("can be cancelled by the reducer of one of its actions: then that returns nothing")
  func cancelByReducer() async {
    let handle = Slot<StoreTask>()
    let signal = Signal()
    let store = ScriptStore([
      "begin": .run { send in
        await signal.wait()
        await send("cancels")
        await send("never")
      },
      "cancels": .send("never"),
    ]) { if $0 == "cancels" { handle.value?.cancel() } }
    handle.value = store.send("begin")
    signal.open()
    await store.finish()
    #expect(store.state == ["begin", "cancels"])
    #expect(store.isAtRest)
  }

  @Test("waits for operations of cancelled effects to return")
  func unwinding() async {
    let signal = Signal()
    let store = ScriptStore(["begin": .run { _ in await signal.wait() }])
    let task = store.send("begin")
    task.cancel()
    #expect(store.inFlight.isEmpty)
    #expect(store.statistics.effectsUnwinding == 1)
    let waiters = [
      Task.immediate { @MainActor in await task.finish() },
      Task.immediate { @MainActor in await store.finish() },
    ]
    signal.open()
    for waiter in waiters { await waiter.value }
    #expect(store.isAtRest)
  }

  @Test("lets a cancelled waiter go, and the effects go on")
  func cancelledWaiter() async {
    let signal = Signal()
    let store = ScriptStore([
      "begin": .run { send in
        await signal.wait()
        await send("done")
      }
    ])
    let task = store.send("begin")
    let waiters = [
      Task.immediate { @MainActor in await task.finish() },
      Task.immediate { @MainActor in await store.finish() },
    ]
    for waiter in waiters {
      waiter.cancel()
      await waiter.value
    }
    #expect(store.inFlight.count == 1)
    signal.open()
    await store.finish()
    #expect(store.state == ["begin", "done"])
  }

  @Test("cancelled twice, or after its end, does nothing")
  func twice() async {
    let store = ScriptStore(["begin": .run { _ in await untilCancelled() }, "short": .send("x")])
    let task = store.send("begin")
    task.cancel()
    task.cancel()
    await task.finish()
    task.cancel()
    let short = store.send("short")
    short.cancel()
    #expect(!short.isCancelled)
    #expect(store.statistics.effectsCancelled == 1)
  }

  @Test("tells what is in flight with name, place, ids and cause")
  func descriptions() async {
    let line: UInt = #line + 2
    let store = ScriptStore([
      "begin": .run(name: "load") { _ in await untilCancelled() }
        .cancellable(id: 1).cancellable(id: "outer")
    ])
    let task = store.send("begin")
    let effect = store.inFlight.first
    #expect(effect?.name == "load")
    #expect(effect?.origin?.line == line)
    #expect(effect?.cause == "begin")
    #expect(effect?.ids == ["\"outer\"", "1"])
    #expect(effect?.path == "")
    task.cancel()
    await task.finish()
  }
}
