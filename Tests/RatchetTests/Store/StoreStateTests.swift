import RatchetTesting

@MainActor @Suite("A store's state")
struct StoreStateTests {
  @Test("is read as a whole and by its members")
  func read() {
    let store = ScriptStore([:])
    store.send("a")
    #expect(store.state == ["a"])
    #expect(store.first == "a")
  }

  @Test("cannot be read by something that the reducer calls: that stops with a message")
  func trap() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      await MainActor.run {
        let slot = Slot<ScriptStore>()
        slot.value = ScriptStore([:]) { _ in _ = slot.value?.state }
        slot.value?.send("a")
      }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("The state of a store was read while its reducer runs"))
  }

  @Test("can be read by a starting effect, and by a cancellation handler")
  func effects() async {
    let slot = Slot<ScriptStore>()
    let seen = Box<[Int]>([])
    let store = ScriptStore([
      "begin": .run { _ in
        seen.value.append(slot.value?.count ?? -1)
        await withTaskCancellationHandler {
          await untilCancelled()
        } onCancel: {
          MainActor.assumeIsolated { seen.value.append(slot.value?.count ?? -1) }
        }
      }.cancellable(id: 1),
      "stop": .cancel(id: 1),
    ])
    slot.value = store
    store.send("begin")
    store.send("stop")
    #expect(seen.value == [1, 2])
    await store.finish()
    slot.value = nil
  }

  @Test("is made once, when the store is")
  func made() {
    let count = Box(0)
    func make() -> [String] {
      count.value += 1
      return []
    }
    let store = ScriptStore(initialState: make()) { Script() }
    store.send("a")
    #expect(count.value == 1)
  }
}
