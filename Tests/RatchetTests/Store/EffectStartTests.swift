import RatchetTesting

@MainActor @Suite("An operation starts on the main actor, before send returns")
struct EffectStartTests {
  @Test("as a literal, with a capture list, and as a reference to a function or a method")
  func forms() {
    let text = "started"
    let forms: [Effect<String>] = [
      .run { send in
        MainActor.assertIsolated()
        await send("started")
        MainActor.assertIsolated()
      },
      .run { [text] send in
        MainActor.assertIsolated()
        await send(text)
      },
      .run(operation: sendStarted), .run(operation: sendStartedNonisolated),
      .run(operation: Sender(text: text).run),
    ]
    for effect in forms {
      let store = ScriptStore(["begin": effect])
      store.send("begin")
      #expect(store.state == ["begin", "started"])
    }
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

@concurrent private func compute() async {
  #expect(Task.name == nil)
}
