import RatchetTesting

@MainActor @Suite("A store's state")
struct StoreStateTests {
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
    #expect(text.contains("The state of a store was read while its reducer was running"))
  }
}
