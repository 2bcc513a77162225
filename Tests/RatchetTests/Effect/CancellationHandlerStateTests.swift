import RatchetTesting

@MainActor
@Suite("A cancellation handler")
struct CancellationHandlerStateTests {
  @Test("may read the state, because no reducer runs")
  func handlerReads() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        let slot = Slot<ScriptStore>()
        let seen = Box<[String]>([])
        let store = ScriptStore([
          "begin": .run { _ in
            await withTaskCancellationHandler {
              await untilCancelled()
            } onCancel: {
              MainActor.assumeIsolated { seen.value = slot.value?.state ?? [] }
            }
          }.cancellable(id: 1),
          "stop": .cancel(id: 1),
        ])
        slot.value = store
        store.send("begin")
        store.send("stop")
        precondition(seen.value == ["begin", "stop"])
      }
    }
  }
}
