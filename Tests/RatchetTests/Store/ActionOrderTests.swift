import RatchetTesting

@MainActor @Suite("The order of actions and effects")
struct ActionOrderTests {
  @Test("Actions come before effects: what a reducer sends is reduced before an effect starts")
  func actionsFirst() {
    let (store, box) = makeReentrant(
      ["begin": .run { await $0("effect") }, "second": .send("effect of second")],
      sends: ["begin": ["second", "third"]])
    store.send("begin")
    #expect(store.state == ["begin", "second", "third", "effect", "effect of second"])
    withExtendedLifetime(box) {}
  }

  @Test("Effects start in the order in which they were returned")
  func effectsInOrder() {
    let store = ScriptStore([
      "begin": .merge(
        .run { await $0("1") }, .send("2"),
        .merge(.run { await $0("3") }, .concatenate(.send("4"), .send("5"))), .send("6"))
    ])
    store.send("begin")
    #expect(store.state == ["begin", "1", "2", "3", "4", "6", "5"])
  }

  @Test("What the action of a starting effect starts joins the end of the list")
  func breadthFirst() {
    let store = ScriptStore([
      "begin": .merge(.send("1"), .send("2")),
      "1": .merge(.send("1.1"), .run { await $0("1.2") }),
      "2": .send("2.1"),
    ])
    store.send("begin")
    #expect(store.state == ["begin", "1", "2", "1.1", "1.2", "2.1"])
  }

  @Test("An effect's send returns after its action has been reduced, also while it starts")
  func sendReturnsAfterReduction() {
    let store = Slot<ScriptStore>()
    var seen: [[String]] = []
    store.value = ScriptStore([
      "begin": .run { send in
        await send("a")
        seen.append(store.value?.state ?? [])
        await send("b")
        seen.append(store.value?.state ?? [])
      }
    ])
    store.value?.send("begin")
    #expect(seen == [["begin", "a"], ["begin", "a", "b"]])
    store.value = nil
  }

  @Test("An effect's send returns before what its action starts has begun, while it starts")
  func sendReturnsBeforeEffects() {
    let store = ScriptStore([
      "begin": .run { send in
        await send("a")
        await send("b")
      },
      "a": .send("effect of a"),
    ])
    store.send("begin")
    #expect(store.state == ["begin", "a", "b", "effect of a"])
  }

  @Test("An effect that goes on later has effects of its actions started before its send returns")
  func laterSendStartsEffects() async {
    let signal = Signal()
    let store = ScriptStore([
      "begin": .run { send in
        await signal.wait()
        await send("a")
        await send("b")
      },
      "a": .send("effect of a"),
    ])
    store.send("begin")
    signal.open()
    await store.finish()
    #expect(store.state == ["begin", "a", "effect of a", "b"])
  }
}

// MARK: - Fixtures

/// A store whose reducer sends further actions, as a dependency or an observer would.
@MainActor private func makeReentrant(
  _ effects: [String: Effect<String>], sends: [String: [String]]
) -> (ScriptStore, Slot<ScriptStore>) {
  let box = Slot<ScriptStore>()
  let store = ScriptStore(effects) { [weak box] action in
    for next in sends[action] ?? [] { box?.value?.send(next) }
  }
  box.value = store
  return (store, box)
}
