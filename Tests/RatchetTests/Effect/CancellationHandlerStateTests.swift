import RatchetTesting

@MainActor
@Suite("A cancellation handler")
struct CancellationHandlerStateTests {
  @Test("may read the state, because no reducer runs")
  func handlerReads() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        let slot = Slot<ScriptStore>()
        let store = ScriptStore([
          "begin": .run { _ in
            await withTaskCancellationHandler {
              await untilCancelled()
            } onCancel: {
              MainActor.assumeIsolated { _ = slot.value?.state }
            }
          }.cancellable(id: 1),
          "stop": .cancel(id: 1),
        ])
        slot.value = store
        store.send("begin")
        store.send("stop")
      }
    }
  }
}
