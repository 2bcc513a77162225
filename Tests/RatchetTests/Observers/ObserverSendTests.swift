import RatchetTesting

@MainActor @Suite("What an observer does to its store")
struct ObserverSendTests {
  let log = ScriptLog()
  let other = ScriptLog()

  @Test("is reduced after the action of which it is told; all are told of it before")
  func send() {
    let store = ScriptStore([:], observers: [log, other])
    log.react = { [weak store] event in
      if case .received("a", _) = event { store?.send("b") }
    }
    store.send("a")
    let lines = [
      #"received a from a caller"#, "queued b from a caller", #"reduced a"#,
      #"received b from a caller"#, #"reduced b"#,
    ]
    #expect(log.take() == lines)
    #expect(other.take() == lines)
    #expect(store.state == ["a", "b"])
  }

  @Test("comes after what the effect sends of which it is told")
  func sendAtEffect() {
    let store = ScriptStore(
      ["a": .run(name: "work") { send in await send("b") }], observers: [log])
    log.react = { [weak store] event in
      switch event {
      case .effectStarted: store?.send("at start")
      case .effectSent: store?.send("at send")
      case .effectFinished: store?.send("at end")
      default: break
      }
    }
    store.send("a")
    #expect(store.state == ["a", "at start", "b", "at send", "at end"])
  }

  @Test("may be to cancel an effect before its operation begins")
  func cancelAtStart() {
    let ran = Box(false)
    let store = ScriptStore(
      [
        "a": .run(name: "work") { @MainActor _ in ran.value = true }.cancellable(id: 7),
        "stop": .cancel(id: 7),
      ], observers: [log])
    log.react = { [weak store] event in
      if case .effectStarted = event { store?.send("stop") }
    }
    store.send("a")
    #expect(!ran.value)
    #expect(store.isAtRest)
    #expect(log.take().last == #"effect 1 "work" was cancelled by id 7, by stop"#)
  }

  @Test("may be to cancel an effect when it sends, which drops the action")
  func cancelAtSend() {
    let store = ScriptStore(
      ["a": .run(name: "work") { send in await send("b") }], observers: [log])
    let task = Slot<StoreTask>()
    let made = Slot<ScriptStore>()
    made.value = store
    log.react = { event in
      if case .effectSent = event { task.value?.cancel() }
      if case .reduced("start", _, _, _, _) = event { task.value = made.value?.send("a") }
    }
    store.send("start")
    #expect(store.state == ["start", "a"])
    #expect(
      log.take().suffix(3) == [
        #"effect 1 "work" sent b"#,
        #"effect 1 "work" was cancelled by its handle"#,
        #"dropped b from effect 1 "work": its sender was cancelled"#,
      ])
    #expect(store.statistics.actionsDropped == 1)
    made.value = nil
  }

  @Test("may be to read the state, which is that after the action")
  func read() {
    let store = ScriptStore([:], observers: [log])
    var seen: [[String]] = []
    log.react = { [weak store] _ in seen.append(store?.state ?? []) }
    store.send("a")
    #expect(seen == [[], ["a"]])
  }

  @Test("may be to release it, when an action is received: that is not reduced then")
  func releaseAtReceive() async {
    let signal = Signal()
    let sent = Signal()
    let made = Slot<ScriptStore>()
    made.value = ScriptStore(
      [
        "a": .run(name: "work") { send in
          await signal.wait()
          await send("b")
          sent.open()
        }
      ], observers: [log])
    made.value?.send("a")
    _ = log.take()
    log.react = { event in
      if case .received("b", _) = event { made.value = nil }
    }
    signal.open()
    await sent.wait()
    #expect(
      log.take() == [
        #"effect 1 "work" sent b"#, #"received b from effect 1 "work""#,
        #"effect 1 "work" was cancelled with its store"#, "end",
      ])
  }

  @Test("may be to release it, at any event", arguments: 0..<7)
  func release(at number: Int) async {
    let signal = Signal()
    let made = Slot<ScriptStore>()
    made.value = ScriptStore(
      [
        "a": .run(name: "work") { send in
          await signal.wait()
          await send("b")
        },
        "b": .merge(.send("c"), .run(name: "endless") { _ in await untilCancelled() }),
      ], observers: [log, other])
    made.value?.send("a")
    _ = (log.take(), other.take())
    var count = 0
    log.react = { _ in
      if count == number { made.value = nil }
      count += 1
    }
    let core = WeakReference(made.value?.core)
    signal.open()
    await log.ended.wait()
    #expect(made.value == nil)
    #expect(core.object == nil)
    #expect(log.lines.last == "end")
    #expect(log.lines == other.lines)
    #expect(log.lines.count > number)
  }

  @Test("takes no stack, however often it sends")
  func deep() {
    let store = ScriptStore([:], observers: [log])
    var left = 10_000
    log.react = { [weak store] event in
      guard case .received = event, left > 0 else { return }
      left -= 1
      store?.send("again")
    }
    store.send("a")
    #expect(store.state.count == 10_001)
  }

  @Test("takes no stack, however often it sends when an effect ends")
  func deepEffects() {
    let store = ScriptStore(["a": .run { _ in }], observers: [log])
    var left = 10_000
    log.react = { [weak store] event in
      guard case .effectFinished = event, left > 0 else { return }
      left -= 1
      store?.send("a")
    }
    store.send("a")
    #expect(store.state.count == 10_001)
    #expect(store.isAtRest)
  }

  @Test("may outlive it")
  func outlives() {
    var store: ScriptStore? = ScriptStore([:], observers: [log])
    let core = WeakReference(store?.core)
    store?.send("a")
    store = nil
    #expect(core.object == nil)
    #expect(log.take().last == "end")
  }
}

// MARK: - Fixtures

@MainActor private final class WeakReference {
  weak var object: AnyObject?

  init(_ object: AnyObject?) {
    self.object = object
  }
}
