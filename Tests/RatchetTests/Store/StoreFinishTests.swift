import RatchetTesting

@MainActor @Suite("Waiting for a store to finish")
struct StoreFinishTests {
  @Test("returns at once when nothing is in flight")
  func atOnce() async {
    let store = ScriptStore(["begin": .merge(.send("a"), .run { await $0("b") })])
    for _ in 1...2 {
      let hasFinished = Box(false)
      Task.immediate { @MainActor in
        await store.finish()
        hasFinished.value = true
      }
      #expect(hasFinished.value)
      store.send("begin")
    }
    #expect(store.count == 6)
  }

  @Test("waits for all cascades, and for what they start on the way")
  func all() async {
    let signal = Signal()
    let store = ScriptStore([
      "a": .run { send in
        await signal.wait()
        await send("b")
      },
      "b": .run { send in
        await Task { @MainActor in }.value
        await send("c")
      },
    ])
    store.send("a")
    store.send("a")
    signal.open()
    await store.finish()
    #expect(store.state.sorted() == ["a", "a", "b", "b", "c", "c"])
    #expect(store.isAtRest)
  }

  @Test("lets several callers go")
  func several() async {
    let signal = Signal()
    let store = ScriptStore(["a": .run { _ in await signal.wait() }])
    store.send("a")
    let waiters = (0..<5).map { _ in Task.immediate { @MainActor in await store.finish() } }
    signal.open()
    for waiter in waiters { await waiter.value }
    #expect(store.isAtRest)
  }
}
