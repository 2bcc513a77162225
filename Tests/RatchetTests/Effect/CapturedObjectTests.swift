import RatchetTesting

@MainActor @Suite("An object that an effect captures and whose deinit sends")
struct CapturedObjectTests {
  @Test("does so after an operation has returned")
  func ended() async {
    let (store, slot) = makeStore { object in .run { _ in withExtendedLifetime(object) {} } }
    store.send("begin")
    await store.finish()
    #expect(store.state == ["begin", "deinit", "effect of deinit"])
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

// MARK: - Fixtures

@MainActor private func makeStore(
  _ effect: @escaping @MainActor (SendsAtEnd) -> Effect<String>
) -> (ScriptStore, Slot<ScriptStore>) {
  let slot = Slot<ScriptStore>()
  let store = ScriptStore(initialState: []) {
    Reduce { state, action in
      state.append(action)
      switch action {
      case "begin":
        return MainActor.assumeIsolated { effect(SendsAtEnd { slot.value?.send("deinit") }) }
      case "deinit": return .concatenate(.run { _ in }, .run { await $0("effect of deinit") })
      default: return .none
      }
    }
  }
  slot.value = store
  return (store, slot)
}
