import RatchetTesting

@MainActor
@Suite("Skipping")
struct SkippingTests {
  @Test("reduces what is in the inbox, not what follows from it")
  func received() async {
    let store = TestStore(initialState: Form.State()) { Form() }
    await store.send(.startTimer) { $0.log = ["startTimer"] }
    await store.advance(by: .seconds(2))
    await store.skipReceivedActions()
    store.expect(\.total, 1)
    await store.receive(.tick) { $0.total = 2 }
    await store.skipInFlightEffects()
    await store.finish()
  }

  @Test("of effects cancels them and drops what they sent")
  func effects() async {
    let store = TestStore(initialState: Form.State()) { Form() }
    await store.send(.startTimer) { $0.log = ["startTimer"] }
    await store.send(.load) {
      $0.isLoading = true
      $0.log = ["startTimer", "load"]
    }
    await store.skipInFlightEffects()
    #expect(store.inFlight.isEmpty)
    await store.send(.pause) { $0.log.append("pause") }
    await store.finish()
  }

  @Test("does nothing where there is nothing to skip")
  func nothing() async {
    let store = TestStore(initialState: Form.State()) { Form() }
    await store.skipReceivedActions()
    await store.skipInFlightEffects()
    await store.finish()
  }
}
