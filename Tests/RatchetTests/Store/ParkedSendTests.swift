import RatchetTesting

@MainActor
@Suite("An action that waits in a test store")
struct ParkedSendTests {
  @Test("leaves nothing behind when it is cancelled")
  func parkedSend() async {
    let issues = await IssueCollector.issues {
      let store = TestStore(initialState: [String]()) {
        Script(effects: ["begin": .send("parked")])
      }
      let task = await store.send("begin") { $0 = ["begin"] }
      await task.cancel()
      await task.finish()
      await store.finish()
    }
    #expect(issues.isEmpty)
  }

  @Test("by a task that its effect did not await, has effects all the same")
  func parkedByOther() async {
    let issues = await IssueCollector.issues {
      let store = TestStore(initialState: [String]()) {
        Script(effects: [
          "begin": .run { send in Task.immediate { await send("a") } }, "a": .send("b"),
        ])
      }
      await store.send("begin") { $0 = ["begin"] }
      await store.receive("a") { $0 = ["begin", "a"] }
      await store.receive("b") { $0 = ["begin", "a", "b"] }
      await store.finish()
    }
    #expect(issues.isEmpty)
  }
}
