import RatchetTesting

@MainActor @Suite("An object that an effect captures and whose deinit sends")
struct CapturedObjectTests {
  @Test("does so after an operation has returned")
  func ended() async {
    let slot = Slot<ScriptStore>()
    let store = ScriptStore(initialState: []) {
      Reduce { state, action in
        state.append(action)
        guard action == "begin" else {
          return action == "deinit" ? .concatenate(.run { _ in }, .sending("after")) : .none
        }
        let object = SendsAtEnd { slot.value?.send("deinit") }
        return .run { _ in withExtendedLifetime(object) {} }
      }
    }
    slot.value = store
    store.send("begin")
    await store.finish()
    #expect(store.state == ["begin", "deinit", "after"])
    #expect(store.isAtRest)
    slot.value = nil
  }

  @Test("does so when its store is released: nobody hears it")
  func released() async {
    let slot = Slot<ScriptStore>()
    let sender = Slot<Sender<String>>()
    let isReleased = Box(false)
    let reduced = Box<[String]>([])
    slot.value = ScriptStore(initialState: []) {
      Reduce { _, action in
        MainActor.assumeIsolated { reduced.value.append(action) }
        let object = SendsAtEnd {
          isReleased.value = true
          sender.value?.send("never")
        }
        return .run { _ in
          await untilCancelled()
          withExtendedLifetime(object) {}
        }
      }
    }
    sender.value = slot.value?.sender
    let task = slot.value?.send("begin")
    slot.value = nil
    await task?.finish()
    await Task { @MainActor in }.value
    #expect(isReleased.value)
    #expect(reduced.value == ["begin"])
  }
}
