import RatchetTesting

@MainActor @Suite("An error that an operation throws")
struct EffectErrorTests {
  @Test("is reported once, with the effect's name and place, and the store goes on")
  func reported() async {
    let messages = Messages()
    let line: UInt = #line + 3
    let store = ScriptStore(
      [
        "begin": .run(name: "load") { _ in throw Failure() }, "next": .send("after"),
      ], log: messages)
    store.send("begin")
    store.send("next")
    #expect(store.state == ["begin", "next", "after"])
    #expect(messages.all.map(\.level) == [.error])
    #expect(messages.all.map(\.line) == [line])
    let text = messages.texts.first ?? ""
    #expect(text.hasPrefix("Effect \"load\" (\(#fileID):\(line), started by begin)"))
    #expect(text.contains("Failure()"))
    #expect(store.isAtRest)
  }

  @Test("is silent, and not given to the handler, if it is a CancellationError")
  func cancellation() async {
    let messages = Messages()
    let store = ScriptStore(
      [
        "begin": .run { _ in
          throw CancellationError()
        } catch: { _, send in
          await send("never")
        },
        "again": .run { _ in throw CancellationError() },
      ], log: messages)
    store.send("begin")
    store.send("again")
    #expect(store.state == ["begin", "again"])
    #expect(messages.texts.isEmpty)
    #expect(store.isAtRest)
  }

  @Test("after a cancel is silent without a handler")
  func afterCancel() async {
    let messages = Messages()
    let signal = Signal()
    let store = ScriptStore(
      [
        "begin": .run { _ in
          await signal.wait()
          throw Failure()
        }.cancellable(id: 1),
        "stop": .cancel(id: 1),
      ], log: messages)
    store.send("begin")
    store.send("stop")
    signal.open()
    await store.finish()
    #expect(messages.texts.isEmpty)
  }

  @Test("after a cancel goes to the handler, whose sends are dropped")
  func handledAfterCancel() async {
    let handled = Box(0)
    let signal = Signal()
    let store = ScriptStore([
      "begin": .run { _ in
        await signal.wait()
        throw Failure()
      } catch: { _, send in
        handled.value += 1
        await send("never")
      }.cancellable(id: 1),
      "stop": .cancel(id: 1),
    ])
    store.send("begin")
    store.send("stop")
    signal.open()
    await store.finish()
    #expect(handled.value == 1)
    #expect(store.state == ["begin", "stop"])
  }

  @Test("keeps the effect in flight until the handler has returned")
  func handlerInFlight() async {
    let signal = Signal()
    let store = ScriptStore([
      "begin": .concatenate(
        .run { _ in
          throw Failure()
        } catch: { _, _ in
          await signal.wait()
        }, .send("next"))
    ])
    store.send("begin")
    #expect(store.inFlight.filter { !$0.isWaiting }.count == 1)
    signal.open()
    await store.finish()
    #expect(store.state == ["begin", "next"])
  }
}

// MARK: - Fixtures

private struct Failure: Error {}
