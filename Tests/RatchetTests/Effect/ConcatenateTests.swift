import RatchetTesting

@MainActor @Suite("A concatenation")
struct ConcatenateTests {
  @Test("of parts that do not wait", arguments: scripts)
  func script(_ script: EffectScript) async { await script.check() }

  nonisolated private static let scripts = [
    EffectScript(
      "goes on after a part that threw",
      ["begin": .concatenate(.run { _ in throw CancellationError() }, .send("next"))],
      reduced: "begin next"),
    EffectScript(
      "is cancelled as a whole by its own id, and starts no further part",
      [
        "begin": .concatenate(.endless, .send("never")).cancellable(id: 1),
        "stop": .cancel(id: 1),
      ], sent: "begin stop", reduced: "begin stop"),
    EffectScript(
      "goes on at once when a part is cancelled that has not begun",
      [
        "begin": .merge(
          .send("stop"), .concatenate(.sending("never").cancellable(id: 1), .send("next"))),
        "stop": .cancel(id: 1),
      ], reduced: "begin stop next"),
    EffectScript(
      "inside a concatenation ends before the outer goes on",
      [
        "begin": .concatenate(
          .concatenate(.send("1"), .concatenate(.cancel(id: 0), .send("2")), .send("3")),
          .merge(.concatenate(.send("4"), .send("6")), .send("5")), .send("7"))
      ], reduced: "begin 1 2 3 4 5 6 7"),
    EffectScript(
      "of nothing is nothing, and of cancels only leaves nothing behind",
      [
        "nothing": .concatenate([]), "none": .concatenate(.none, .merge(), .none),
        "cancels": .concatenate(.cancel(id: 1), .concatenate(.cancel(id: 2), .cancel(id: 3))),
      ], sent: "nothing none cancels", reduced: "nothing none cancels", started: 0),
    EffectScript(
      "waits for all of a merged part that cancels effects of its own",
      [
        "begin": .concatenate(
          .merge(.sending("never").cancellable(id: 1), .cancel(id: 1), .sending("first")),
          .send("second"))
      ], reduced: "begin first second"),
    EffectScript(
      "keeps the last effect of a merged part when that cancels the one before",
      [
        "begin": .concatenate(
          .send("first"),
          .merge(
            .sending("old").cancellable(id: 1, cancelInFlight: true),
            .sending("new").cancellable(id: 1, cancelInFlight: true)))
      ], reduced: "begin first new"),
    EffectScript(
      "goes on after an inner concatenation of cancels",
      [
        "begin": .concatenate(
          .merge(.concatenate(.cancel(id: 1), .cancel(id: 2)), .send("first")), .send("second"))
      ], reduced: "begin first second"),
  ]

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

  @Test("carries out a cancel when its turn has come, not before")
  func cancelAsPart() async {
    let signal = Signal()
    let store = ScriptStore([
      "begin": Effect.endless.cancellable(id: 1),
      "stop later": .concatenate(.run { _ in await signal.wait() }, .cancel(id: 1), .send("end")),
    ])
    store.send("begin")
    store.send("stop later")
    #expect(store.inFlight.count == 3)
    signal.open()
    await store.finish()
    #expect(store.state == ["begin", "stop later", "end"])
    #expect(store.isAtRest)
  }

  @Test("lists the parts that wait, and never starts one that is cancelled before its turn")
  func cancelWaiting() async {
    let signal = Signal()
    func part(_ number: Int) -> Effect<String> {
      .run(name: "\(number)") { send in
        await signal.wait()
        await send("\(number)")
      }
      .cancellable(id: number, cancelInFlight: number == 4)
    }
    let store = ScriptStore([
      "begin": .concatenate(
        part(1), .merge(part(2), part(3)),
        .concatenate(part(4), .send("with 4")).cancellable(id: "group"), part(5),
        .concatenate(.send("6"), .cancel(id: 9)).cancellable(id: 6)),
      "stop": .merge(.cancel(id: 2), .cancel(id: 5), .cancel(id: 6), part(4), part(9)),
    ])
    store.send("begin")
    #expect(store.inFlight.map { $0.name ?? "send" } == ["1", "2", "3", "4", "send", "5", "send"])
    #expect(store.inFlight[3].ids == ["\"group\"", "4"])
    store.send("stop")
    #expect(store.inFlight.map { $0.name ?? "send" } == ["1", "3", "send", "4", "9"])
    signal.open()
    await store.finish()
    #expect(store.state.sorted() == ["1", "3", "4", "9", "begin", "stop", "with 4"])
    #expect(store.isAtRest)
  }

  @Test("does not cancel its own later parts by one of its parts")
  func laterPartsOfItsOwn() async {
    let store = ScriptStore([
      "begin": .concatenate(
        .run { _ in await MainActor.runQueue() }, .cancel(id: 1),
        .merge(.cancel(id: 1), .send("1")),
        .send("2").cancellable(id: 1, cancelInFlight: true), .send("3")
      )
      .map(\.self)
    ])
    store.send("begin")
    await store.finish()
    #expect(store.state == ["begin", "1", "2", "3"])
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
          return .concatenate(.endless, .run { _ in signal.open() })
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
}
