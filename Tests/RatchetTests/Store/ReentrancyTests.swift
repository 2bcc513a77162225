import RatchetTesting

@MainActor @Suite("A send while a reducer runs")
struct ReentrancyTests {
  @Test("is reduced after the current action, first in, first out, and never nested")
  func queued() {
    let depth = Depth()
    let world = Reentrant { action, store in
      depth.enter()
      if action == "a" {
        store.send("b")
        store.send("c")
      }
      if action == "b" { store.send("d") }
      depth.leave()
    }
    world.store.send("a")
    #expect(world.store.state == ["a", "b", "c", "d"])
    #expect(depth.deepest == 1)
  }

  @Test("is queued when the deinit of something that the reducer lets go of sends")
  func deinitSends() {
    let held = Slot<SendsAtEnd>()
    let world = Reentrant { action, _ in if action == "a" { held.value = nil } }
    held.value = SendsAtEnd { [weak world] in world?.store.send("from deinit") }
    world.store.send("a")
    #expect(world.store.state == ["a", "from deinit"])
  }

  @Test("gives a handle that covers what follows, and can drop the action before it is reduced")
  func handle() async {
    let handle = Slot<StoreTask>()
    let world = Reentrant(["dropped": .send("never")]) { action, store in
      guard action == "a" else { return }
      handle.value = store.send("dropped")
      store.send("kept")
      handle.value?.cancel()
    }
    world.store.send("a")
    #expect(world.store.state == ["a", "kept"])
    #expect(handle.value?.isCancelled == true)
    #expect(world.store.statistics.actionsDropped == 1)
    await handle.value?.finish()
    #expect(world.store.isAtRest)
  }

  @Test("by a kept Send of an effect suspends the sender until it is reduced")
  func effectSend() async {
    let kept = Slot<Send<String>>()
    let signal = Signal()
    var order: [String] = []
    let effects: [String: Effect<String>] = [
      "begin": .run { send in
        kept.value = send
        await signal.wait()
      }
    ]
    let world = Reentrant(effects) { action, _ in
      order.append(action)
      guard action == "a" else { return }
      Task.immediate { @MainActor in
        await kept.value?("from effect")
        order.append("sent")
        signal.open()
      }
      order.append("end of a")
    }
    world.store.send("begin")
    world.store.send("a")
    await world.store.finish()
    #expect(order == ["begin", "a", "end of a", "from effect", "sent"])
  }

  @Test(
    "by a cancelled effect's cancellation handler is reduced after what was returned is entered")
  func cancellationHandler() async {
    let world = Reentrant()
    world.use([
      "begin": .run { [weak world] _ in
        await withTaskCancellationHandler {
          await untilCancelled()
        } onCancel: {
          MainActor.assumeIsolated { _ = world?.store.send("from handler") }
        }
      }.cancellable(id: 1),
      "stop": .merge(.cancel(id: 1), .send("effect of stop")),
    ])
    world.store.send("begin")
    world.store.send("stop")
    #expect(world.store.state == ["begin", "stop", "from handler", "effect of stop"])
    await world.store.finish()
    #expect(world.store.isAtRest)
  }

  @Test("to another store is reduced at once, also when that one sends back")
  func twoStores() {
    let first = Slot<ScriptStore>()
    let second = Slot<ScriptStore>()
    var order: [String] = []
    first.value = ScriptStore([:]) { action in
      order.append(action)
      if action == "a" { second.value?.send("b") }
      order.append("end of \(action)")
    }
    second.value = ScriptStore([:]) { action in
      order.append(action)
      if action == "b" { first.value?.send("c") }
      order.append("end of \(action)")
    }
    first.value?.send("a")
    #expect(order == ["a", "b", "end of b", "end of a", "c", "end of c"])
    first.value = nil
    second.value = nil
  }
}

// MARK: - Fixtures

/// A store that its reducer can reach.
@MainActor private final class Reentrant {
  private(set) var store: ScriptStore
  private let call: @MainActor (String, ScriptStore) -> Void
  private let box = WeakSlot()

  init(
    _ effects: [String: Effect<String>] = [:],
    _ call: @escaping @MainActor (String, ScriptStore) -> Void = { _, _ in }
  ) {
    self.call = call
    let box = box
    store = ScriptStore(effects) { action in box.value.map { call(action, $0) } }
    box.value = store
  }

  func use(_ effects: [String: Effect<String>]) {
    let (box, call) = (box, call)
    store = ScriptStore(effects) { action in box.value.map { call(action, $0) } }
    box.value = store
  }
}

/// Does not keep the store that its reducer reaches through it.
@MainActor private final class WeakSlot {
  weak var value: ScriptStore?
}

@MainActor private final class Depth {
  private var current = 0
  private(set) var deepest = 0

  func enter() {
    current += 1
    deepest = max(deepest, current)
  }

  func leave() { current -= 1 }
}

/// Calls something when it is released.
final class SendsAtEnd: Sendable {
  private let call: @MainActor @Sendable () -> Void

  init(_ call: @escaping @MainActor @Sendable () -> Void) {
    self.call = call
  }

  deinit {
    MainActor.assumeIsolated { call() }
  }
}
