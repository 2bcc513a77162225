import RatchetTesting

@MainActor @Suite("A send after its effect has ended")
struct SendAfterEndTests {
  @Test("is dropped and reported once, with the action and the effect's name and place")
  func reported() async {
    let (messages, kept) = (Messages(), Slot<Send<String>>())
    let line: UInt = #line + 3
    let store = ScriptStore(
      [
        "begin": .run(name: "callback") { send in kept.value = send }
      ], log: messages)
    store.send("begin")
    await kept.value?("late")
    #expect(store.state == ["begin"])
    #expect(messages.all.count == 1)
    let text = messages.texts.first ?? ""
    #expect(
      text.hasPrefix(
        "Effect \"callback\" (\(#fileID):\(line), started by begin) sent an action after it had "
          + "ended: late"))
    #expect(messages.all.first?.line == line)
  }

  @Test("is silent when the effect was cancelled before, or its store is gone")
  func cancelled() async {
    let (messages, kept) = (Messages(), Slot<Send<String>>())
    await withDependencies {
      $0.log = messages.sink
    } operation: {
      var store: ScriptStore? = ScriptStore([
        "begin": .run { send in
          kept.value = send
          await untilCancelled()
        }.cancellable(id: 1),
        "stop": .cancel(id: 1),
      ])
      store?.send("begin")
      store?.send("stop")
      await store?.finish()
      await kept.value?("after cancel")
      store?.send("begin")
      store = nil
      await kept.value?("after release")
    }
    #expect(messages.texts.isEmpty)
  }

  @Test("is dropped without a report when the calling task is cancelled")
  func cancelledTask() async {
    let messages = Messages()
    let store = ScriptStore(
      [
        "begin": .run { send in
          let task = Task { @MainActor in
            await untilCancelled()
            await send("never")
          }
          task.cancel()
          await task.value
          await send("sent")
        }
      ], log: messages)
    store.send("begin")
    await store.finish()
    #expect(store.state == ["begin", "sent"])
    #expect(messages.texts.isEmpty)
  }

  @Test("through a mapped Send names the action of the effect's own feature")
  func mapped() async {
    let (messages, kept) = (Messages(), Slot<Send<Int>>())
    let effect = Effect<Int>.run { send in kept.value = send }
    let store = ScriptStore(["begin": effect.map { "number \($0)" }], log: messages)
    store.send("begin")
    await kept.value?(7)
    #expect(messages.texts.first?.contains("number 7") == true)
    #expect(store.state == ["begin"])
  }

  @Test("keeps nothing alive: what the operation held is released, though it keeps the send")
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
