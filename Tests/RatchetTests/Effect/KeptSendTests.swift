import RatchetTesting

@MainActor
@Suite("A send that is kept beyond the effect")
struct KeptSendTests {
  @Test("goes to the log of its store, also when it comes from elsewhere")
  func sendAfterEndLog() async {
    let messages = Messages()
    let kept = Slot<Send<String>>()
    let store = ScriptStore(["begin": .run { kept.value = $0 }], log: messages)
    store.send("begin")
    await kept.value?("late")
    #expect(messages.texts.count == 1)
  }

  @Test("is a failure of a test store")
  func sendAfterEndTestStore() async {
    let issues = await IssueCollector.issues {
      let kept = Slot<Send<String>>()
      let store = TestStore(initialState: [String]()) {
        Script(effects: ["begin": .run { kept.value = $0 }])
      }
      await store.send("begin") { $0 = ["begin"] }
      await kept.value?("late")
    }
    #expect(issues.count == 1)
  }

  @Test("is released when the effect has ended, though it keeps the effect's send")
  func keptSend() {
    weak var weakly: Slot<Send<String>>?
    let store = ScriptStore(initialState: []) {
      Reduce { _, action in
        let keeper = MainActor.assumeIsolated { Slot<Send<String>>() }
        if action == "begin" { MainActor.assumeIsolated { weakly = keeper } }
        return action == "begin" ? .run { keeper.value = $0 } : .none
      }
    }
    store.send("begin")
    #expect(weakly == nil)
  }
}
