import RatchetTesting

@MainActor @Suite("An operation starts on the main actor, before send returns")
struct EffectStartTests {
  @Test("as a literal without captures")
  func literal() {
    let store = ScriptStore([
      "begin": .run { send in
        MainActor.assertIsolated()
        await send("started")
        MainActor.assertIsolated()
      }
    ])
    store.send("begin")
    #expect(store.state == ["begin", "started"])
  }

  @Test("as a literal with a capture list")
  func captureList() {
    let text = "started"
    let store = ScriptStore([
      "begin": .run { [text] send in
        MainActor.assertIsolated()
        await send(text)
      }
    ])
    store.send("begin")
    #expect(store.state == ["begin", "started"])
  }

  @Test("as a literal that captures a part of the state")
  func captureState() {
    let store = Store(initialState: 7) {
      Reduce<Int, Int> { state, action in
        state = action
        return action == 1
          ? .run { [state] send in
            MainActor.assertIsolated()
            await send(state + 10)
          } : .none
      }
    }
    store.send(1)
    #expect(store.state == 11)
  }

  @Test("as a reference to a main-actor function")
  func functionReference() {
    let store = ScriptStore(["begin": .run(operation: sendStarted)])
    store.send("begin")
    #expect(store.state == ["begin", "started"])
  }

  @Test("as a reference to a nonisolated function")
  func nonisolatedReference() {
    let store = ScriptStore(["begin": .run(operation: sendStartedNonisolated)])
    store.send("begin")
    #expect(store.state == ["begin", "started"])
  }

  @Test("as a method of a value")
  func method() {
    let store = ScriptStore(["begin": .run(operation: Sender(text: "started").run)])
    store.send("begin")
    #expect(store.state == ["begin", "started"])
  }

  @Test("when mapped, once and twice")
  func mapped() {
    let effect = Effect<Int>.run { send in
      MainActor.assertIsolated()
      await send(1)
    }
    let store = ScriptStore([
      "once": effect.map { "\($0)" },
      "twice": effect.map { $0 + 1 }.map { "\($0)" },
    ])
    store.send("once")
    store.send("twice")
    #expect(store.state == ["once", "1", "twice", "2"])
  }

  @Test("also its error handler")
  func handler() {
    let effect = Effect<Int>.run { _ in
      throw Failure()
    } catch: { _, send in
      MainActor.assertIsolated()
      await send(1)
    }
    let store = ScriptStore(["begin": effect.map { "\($0)" }])
    store.send("begin")
    #expect(store.state == ["begin", "1"])
    #expect(store.isAtRest)
  }

  @Test("and is on the main actor again after it has suspended")
  func afterSuspension() async {
    let signal = Signal()
    let store = ScriptStore([
      "begin": .run { [signal] send in
        await signal.wait()
        MainActor.assertIsolated()
        await compute()
        MainActor.assertIsolated()
        await send("done")
        MainActor.assertIsolated()
      }
    ])
    store.send("begin")
    signal.open()
    await store.finish()
    #expect(store.state == ["begin", "done"])
  }

  @Test("and calls main-actor clients without a hop")
  func client() {
    let client = Box(0)
    let store = ScriptStore([
      "begin": .run { [client] send in
        await increment(client)
        await send("\(client.value)")
      }
    ])
    store.send("begin")
    #expect(store.state == ["begin", "1"])
  }

  @Test("under its name, with its priority")
  func name() async {
    let seen = Box<[String?]>([])
    let store = ScriptStore([
      "begin": .run(name: "named", priority: .low) { _ in
        seen.value = [Task.name, "\(Task.currentPriority == .low)"]
      }
    ])
    store.send("begin")
    #expect(seen.value == ["named", "true"])
  }

  @Test("and reducers run there too")
  func reducer() async {
    let store = ScriptStore(["begin": .run { await $0("a") }]) { _ in MainActor.assertIsolated() }
    store.send("begin")
    await store.finish()
    #expect(store.count == 2)
  }

  @Test("but a send from a child task arrives from wherever that runs")
  func childTasks() async {
    let store = ScriptStore([
      "begin": .run { send in
        await withTaskGroup(of: Void.self) { group in
          for number in 0..<20 {
            group.addTask { @concurrent in await send("\(number)") }
          }
        }
      }
    ])
    store.send("begin")
    await store.finish()
    #expect(Set(store.state) == Set((0..<20).map { "\($0)" } + ["begin"]))
    #expect(store.count == 21)
  }
}

// MARK: - Fixtures

private struct Failure: Error {}

@MainActor private func sendStarted(_ send: Send<String>) async throws {
  MainActor.assertIsolated()
  await send("started")
}

private nonisolated(nonsending) func sendStartedNonisolated(_ send: Send<String>) async throws {
  MainActor.assertIsolated()
  await send("started")
}

private struct Sender {
  let text: String

  @MainActor func run(_ send: Send<String>) async throws {
    MainActor.assertIsolated()
    await send(text)
  }
}

@MainActor private func increment(_ box: Box<Int>) async {
  box.value += 1
}

@concurrent private func compute() async {
  #expect(Task.name == nil)
}
