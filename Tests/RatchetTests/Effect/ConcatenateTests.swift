import RatchetTesting

@MainActor @Suite("A concatenation")
struct ConcatenateTests {
  @Test("starts a part when the one before has ended")
  func order() async {
    let signal = Signal()
    let store = ScriptStore([
      "begin": .concatenate(
        .run { send in
          await send("1")
          await signal.wait()
          await send("2")
        },
        .send("3"), .run { await $0("4") })
    ])
    store.send("begin")
    #expect(store.state == ["begin", "1"])
    signal.open()
    await store.finish()
    #expect(store.state == ["begin", "1", "2", "3", "4"])
  }

  @Test("waits for all of a merged part")
  func merged() async {
    let signals = [Signal(), Signal()]
    let store = ScriptStore([
      "begin": .concatenate(
        .merge(.run { _ in await signals[0].wait() }, .run { _ in await signals[1].wait() }),
        .send("end"))
    ])
    store.send("begin")
    signals[1].open()
    store.send("between")
    #expect(store.state == ["begin", "between"])
    signals[0].open()
    await store.finish()
    #expect(store.state == ["begin", "between", "end"])
  }

  @Test("does not wait for the effects of what its parts sent")
  func effectsOfParts() async {
    let signal = Signal()
    let store = ScriptStore([
      "begin": .concatenate(.send("1"), .send("2")),
      "1": .run { send in
        await signal.wait()
        await send("late")
      },
    ])
    store.send("begin")
    #expect(store.state == ["begin", "1", "2"])
    signal.open()
    await store.finish()
    #expect(store.state.last == "late")
  }

  @Test("goes on after a part that threw")
  func thrown() async {
    let messages = Messages()
    let store = ScriptStore(
      [
        "begin": .concatenate(.run { _ in throw CancellationError() }, .send("next"))
      ], log: messages)
    store.send("begin")
    #expect(store.state == ["begin", "next"])
    #expect(messages.texts.isEmpty)
  }

  @Test("is cancelled as a whole by its own id, and starts no further part")
  func cancelWhole() async {
    let store = ScriptStore([
      "begin": .concatenate(.run { _ in await untilCancelled() }, .send("never"))
        .cancellable(id: 1),
      "stop": .cancel(id: 1),
    ])
    store.send("begin")
    store.send("stop")
    await store.finish()
    #expect(store.state == ["begin", "stop"])
    #expect(store.isAtRest)
  }

  @Test("goes on with the next part as soon as only a part is cancelled")
  func cancelPart() async {
    let signal = Signal()
    let store = ScriptStore([
      "begin": .concatenate(
        .run { _ in await signal.wait() }.cancellable(id: 1), .send("next")),
      "stop": .cancel(id: 1),
    ])
    store.send("begin")
    store.send("stop")
    #expect(store.state == ["begin", "stop", "next"])
    signal.open()
    await store.finish()
    #expect(store.isAtRest)
  }

  @Test("goes on at once when a part is cancelled that has not begun")
  func cancelPendingPart() {
    let store = ScriptStore([
      "begin": .merge(
        .send("stop"),
        .concatenate(.run { await $0("never") }.cancellable(id: 1), .send("next"))),
      "stop": .cancel(id: 1),
    ])
    store.send("begin")
    #expect(store.state == ["begin", "stop", "next"])
    #expect(store.isAtRest)
  }

  @Test("carries out a cancel when its turn has come, not before")
  func cancelAsPart() async {
    let signal = Signal()
    let store = ScriptStore([
      "begin": .run { _ in await untilCancelled() }.cancellable(id: 1),
      "stop later": .concatenate(.run { _ in await signal.wait() }, .cancel(id: 1), .send("end")),
    ])
    store.send("begin")
    store.send("stop later")
    #expect(store.inFlight.count == 2)
    signal.open()
    await store.finish()
    #expect(store.state == ["begin", "stop later", "end"])
    #expect(store.isAtRest)
  }

  @Test("inside a concatenation ends before the outer goes on")
  func nested() async {
    let store = ScriptStore([
      "begin": .concatenate(
        .concatenate(.send("1"), .concatenate(.cancel(id: 0), .send("2")), .send("3")),
        .merge(.concatenate(.send("4"), .send("6")), .send("5")), .send("7"))
    ])
    store.send("begin")
    #expect(store.state == ["begin", "1", "2", "3", "4", "5", "6", "7"])
    #expect(store.isAtRest)
  }

  @Test("of nothing is nothing, and of cancels only leaves nothing behind")
  func empty() {
    let store = ScriptStore([
      "nothing": .concatenate([]), "none": .concatenate(.none, .merge(), .none),
      "cancels": .concatenate(.cancel(id: 1), .concatenate(.cancel(id: 2), .cancel(id: 3))),
    ])
    for action in ["nothing", "none", "cancels"] { store.send(action) }
    #expect(store.isAtRest)
    #expect(store.statistics.effectsStarted == 0)
  }

  @Test("is freed when it is cancelled, with the parts that never began")
  func freed() async {
    weak var weakly: Signal?
    let store: ScriptStore
    do {
      let signal = Signal()
      weakly = signal
      store = ScriptStore(initialState: []) {
        Reduce { [weak signal] _, action in
          guard let signal, action == "begin" else {
            return action == "stop" ? .cancel(id: 1) : .none
          }
          return .concatenate(.run { _ in await untilCancelled() }, .run { _ in signal.open() })
            .cancellable(id: 1)
        }
      }
      store.send("begin")
    }
    #expect(weakly != nil)
    store.send("stop")
    #expect(weakly == nil)
    await store.finish()
  }

  @Test("waits for all of a merged part that cancels effects of its own")
  func mergedThatCancelsItself() async {
    let store = ScriptStore([
      "begin": .concatenate(
        .merge(
          .run { await $0("never") }.cancellable(id: 1), .cancel(id: 1),
          .run { await $0("first") }),
        .send("second"))
    ])
    store.send("begin")
    await store.finish()
    #expect(store.state == ["begin", "first", "second"])
  }

  @Test("keeps the last effect of a merged part when that cancels the one before")
  func mergedInFlight() async {
    let store = ScriptStore([
      "begin": .concatenate(
        .send("first"),
        .merge(
          .run { await $0("old") }.cancellable(id: 1, cancelInFlight: true),
          .run { await $0("new") }.cancellable(id: 1, cancelInFlight: true)))
    ])
    store.send("begin")
    await store.finish()
    #expect(store.state == ["begin", "first", "new"])
  }

  @Test("goes on after an inner concatenation of cancels")
  func nestedCancels() async {
    let store = ScriptStore([
      "begin": .concatenate(
        .merge(.concatenate(.cancel(id: 1), .cancel(id: 2)), .send("first")), .send("second"))
    ])
    store.send("begin")
    await store.finish()
    #expect(store.state == ["begin", "first", "second"])
  }
}
