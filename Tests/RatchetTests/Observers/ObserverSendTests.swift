import RatchetTesting
import TestSupport

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
    log.react = { [weak store] event in
      if case .reduced("start", _, _, _, _) = event { task.value = store?.send("a") }
      if case .effectSent = event { task.value?.cancel() }
    }
    store.send("start")
    #expect(store.state == ["start", "a"])
    #expect(log.take().last == #"dropped b from effect 1 "work": its sender was cancelled"#)
    #expect(store.statistics.actionsDropped == 1)
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

  @Test("takes no stack, however often it sends", .deep(10_000, small: 300))
  func deep() {
    let store = ScriptStore([:], observers: [log])
    let stack = StackSpread()
    var left = Deep.size
    log.react = { [weak store] event in
      stack.note()
      guard case .received = event, left > 0 else { return }
      left -= 1
      store?.send("again")
    }
    store.send("a")
    #expect(store.state.count == Deep.size + 1)
    #expect(stack.spread < 16_384)
  }

  @Test("takes no stack, however often it sends when an effect ends", .deep(10_000, small: 300))
  func deepEffects() {
    let store = ScriptStore(["a": .run { _ in }], observers: [log])
    let stack = StackSpread()
    var left = Deep.size
    log.react = { [weak store] event in
      stack.note()
      guard case .effectFinished = event, left > 0 else { return }
      left -= 1
      store?.send("a")
    }
    store.send("a")
    #expect(store.state.count == Deep.size + 1)
    #expect(stack.spread < 16_384)
    #expect(store.isAtRest)
  }
}

// MARK: - Fixtures

@MainActor private final class WeakReference {
  weak var object: AnyObject?

  init(_ object: AnyObject?) {
    self.object = object
  }
}
