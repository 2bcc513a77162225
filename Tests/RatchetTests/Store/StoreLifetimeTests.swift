import RatchetTesting
import TestSupport

@MainActor @Suite("Releasing a store")
struct StoreLifetimeTests {
  @Test("lets nothing through after it, although an operation goes on")
  func nothingAfter() async {
    let signal = Signal()
    let reduced = Box<[String]>([])
    var store: ScriptStore? = ScriptStore([
      "begin": .run { send in
        await signal.wait()
        await send("late")
      }
    ]) { reduced.value.append($0) }
    let task = store?.send("begin")
    store = nil
    signal.open()
    await task?.finish()
    #expect(reduced.value == ["begin"])
  }

  @Test("or cancelling frees what an operation holds when the main actor is free")
  func freedLater() async {
    let tokens = Tokens()
    let store = ScriptStore(initialState: []) {
      Reduce { _, _ in
        let token = MainActor.assumeIsolated { tokens.make() }
        return .run { _ in
          await untilCancelled()
          withExtendedLifetime(token) {}
        }
      }
    }
    for _ in 0..<10 { store.send("begin").cancel() }
    #expect(store.inFlight.isEmpty)
    #expect(tokens.alive == 10)
    await store.finish()
    #expect(tokens.alive == 0)
  }

  @Test("frees reducer, state, operations and parts that never began")
  func freed() async {
    let tokens = Tokens()
    var store: Store<Token, String>? = Store(initialState: tokens.make()) {
      [token = tokens.make()] in
      Reduce { [inOperation = tokens.make(), inPart = tokens.make()] _, action in
        withExtendedLifetime(token) {}
        guard action == "begin" else { return .none }
        return .concatenate(
          .run { _ in
            await untilCancelled()
            withExtendedLifetime(inOperation) {}
          },
          .run { _ in withExtendedLifetime(inPart) {} })
      }
    }
    let task = store?.send("begin")
    #expect(tokens.alive == 4)
    store = nil
    await task?.finish()
    #expect(tokens.alive == 0)
  }

  @Test(
    "by the thousand leaves nothing behind", .deep(2_000, small: 50), .timeLimit(.minutes(10)))
  func thousands() async {
    let tokens = Tokens()
    weak var core: AnyObject?
    var tasks: [StoreTask] = []
    for _ in 0..<Deep.size {
      let store = Store<Token, Int>(initialState: tokens.make()) {
        Reduce { [token = tokens.make()] _, action in
          action == 0
            ? .merge(
              .run { _ in
                await untilCancelled()
                withExtendedLifetime(token) {}
              }.cancellable(id: 1),
              .concatenate(.run { _ in await untilCancelled() }, .send(2))) : .none
        }
      }
      core = store.core
      tasks += [store.send(0), store.send(0)]
    }
    for task in tasks { await task.finish() }
    #expect(core == nil)
    #expect(tokens.alive == 0)
  }

  @Test("inside of its own reducer takes effect after the send")
  func insideReducer() async {
    let slot = Slot<ScriptStore>()
    weak var weakly: ScriptStore?
    let ended = Signal()
    let effects: [String: Effect<String>] = [
      "release": .merge(
        .send("effect"),
        .run { _ in
          await untilCancelled()
          ended.open()
        })
    ]
    slot.value = ScriptStore(effects) { if $0 == "release" { slot.value = nil } }
    weakly = slot.value
    slot.value?.send("release")
    #expect(weakly == nil)
    await ended.wait()
  }

  @Test("inside of an effect that starts takes effect after the send, which holds the store")
  func insideStart() async {
    let slot = Slot<ScriptStore>()
    let ended = Signal()
    let reduced = Box<[String]>([])
    slot.value = ScriptStore([
      "begin": .merge(
        .run { send in
          slot.value = nil
          await send("after release")
          await untilCancelled()
          await send("never")
          ended.open()
        },
        .run { await $0("second effect") })
    ]) { reduced.value.append($0) }
    weak let weakly = slot.value
    slot.value?.send("begin")
    #expect(weakly == nil)
    await ended.wait()
    #expect(reduced.value == ["begin", "after release", "second effect"])
  }

  @Test("inside of an effect that goes on drops what it sends, and what waits to be reduced")
  func insideEffect() async {
    let slot = Slot<ScriptStore>()
    let signal = Signal()
    let reduced = Box<[String]>([])
    slot.value = ScriptStore([
      "begin": .run { send in
        await signal.wait()
        await send("release")
        await send("never")
      },
      "release": .merge(.send("never"), .run { await $0("never") }),
    ]) { action in
      reduced.value.append(action)
      guard action == "release" else { return }
      slot.value?.send("never")
      slot.value = nil
    }
    let task = slot.value?.send("begin")
    signal.open()
    await task?.finish()
    #expect(reduced.value == ["begin", "release"])
  }

  @Test("off the main actor cancels its effects there soon after")
  func offMain() async {
    let ended = Signal()
    var store: ScriptStore? = ScriptStore([
      "begin": .run { _ in
        await untilCancelled()
        MainActor.assertIsolated()
        ended.open()
      }
    ])
    store?.send("begin")
    let isLast = Signal()
    let task = Task.detached { [store] in
      await isLast.wait()
      withExtendedLifetime(store) {}
    }
    store = nil
    isLast.open()
    await task.value
    await ended.wait()
  }
}

// MARK: - Fixtures

/// Counts how many of what it made are alive.
@MainActor private final class Tokens {
  private var made: [WeakToken] = []

  var alive: Int { made.count { $0.token != nil } }

  func make() -> Token {
    let token = Token()
    made.append(WeakToken(token: token))
    return token
  }
}

private final class Token: Sendable {}

private struct WeakToken {
  weak let token: Token?
}
