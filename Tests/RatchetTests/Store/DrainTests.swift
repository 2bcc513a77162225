import RatchetTesting
import TestSupport

@MainActor @Suite("Draining a store")
struct DrainTests {
  @Test("waits for effects and what they start, and returns when nothing is left")
  func finishes() async {
    let signal = Signal()
    let store = store(
      TestClock(),
      [
        "a": .run { send in
          await signal.wait()
          await send("b")
        },
        "b": .run { send in
          await Task { @MainActor in }.value
          await send("c")
        },
      ])
    store.send("a")
    let drain = Task.immediate { @MainActor in await store.drain(within: .seconds(10)) }
    signal.open()
    #expect(await drain.value.isEmpty)
    #expect(store.state == ["a", "b", "c"])
    #expect(store.isAtRest)
  }

  @Test("cancels what is left when the time is over, and names it in order")
  func cancels() async {
    let clock = TestClock()
    let done = Signal()
    let store = store(
      clock,
      [
        "a": .merge(
          .run(name: "slow") { send in
            try await clock.sleep(for: .seconds(60))
            await send("late")
          },
          .run(name: "endless") { _ in await untilCancelled() },
          .run(name: "quick") { send in
            try await clock.sleep(for: .seconds(1))
            await send("done")
            done.open()
          })
      ])
    store.send("a")
    let drain = Task.immediate { @MainActor in await store.drain(within: .seconds(10)) }
    // The two effects that sleep, and the limit.
    while clock.sleeperCount < 3 { await MainActor.runQueue() }
    clock.advance(by: .seconds(9))
    await done.wait()
    clock.advance(by: .seconds(1))
    #expect(await drain.value.map(\.name) == ["slow", "endless"])
    #expect(store.state == ["a", "done"])
    #expect(store.isAtRest)
  }

  @Test("ends subscriptions at once, and starts none any more")
  func subscriptions() async {
    let store = RadioStore(.init(isOn: true, channel: 1, downloads: [1, 2]))
    let scoped = store.scope(state: \.heard, action: Radio.Action.heard)
    #expect(store.subscribed.count == 4)
    #expect(await scoped.drain(within: .seconds(10)).isEmpty)
    #expect(store.subscribed.isEmpty)
    store.change { $0 = Radio.State(isOn: false) }
    store.change { $0 = Radio.State(isOn: true, channel: 2) }
    #expect(store.subscribed.isEmpty)
    #expect(store.state.channel == 2)
    #expect(store.registry.isClean)
  }

  @Test(
    "cancels at once when the calling task is cancelled, and waits for the cleanup",
    .with(CancelledOperations.$timeLimit, .seconds(60)))
  func cancelled() async {
    let store = store(TestClock(), ["a": .run(name: "a") { _ in await untilCleanedUp() }])
    store.send("a")
    let task = Task { await store.drain(within: .seconds(10)) }
    task.cancel()
    #expect(await task.value.map(\.name) == ["a"])
    #expect(store.isAtRest)
  }

  @Test(
    "gives an operation that ignores its cancellation no longer than the call says",
    .with(CancelledOperations.$timeLimit, .seconds(600)), .timeLimit(.minutes(5)))
  func ignoredCancellation() async {
    let signal = Signal()
    let store = store(TestClock(), ["a": .run(name: "a") { _ in await signal.wait() }])
    store.send("a")
    #expect(await store.drain(within: .zero, cleanup: .zero).map(\.name) == ["a"])
    #expect(store.statistics.effectsUnwinding == 1)
    signal.open()
  }

  @Test(
    "does not wait for what starts after the time is over",
    .with(CancelledOperations.$timeLimit, .seconds(60)))
  func startedLate() async {
    let late = Slot<@MainActor () -> Void>()
    let store = store(
      TestClock(),
      [
        "a": .run(name: "a") { _ in
          await untilCancelled()
          late.value?()
          await untilCleanedUp()
        },
        "b": .run { _ in await untilCancelled() },
      ])
    late.value = { [weak store] in store?.send("b") }
    store.send("a")
    #expect(await store.drain(within: .zero).map(\.name) == ["a"])
    #expect(store.inFlight.map(\.cause) == ["b"])
  }

  private func store(_ clock: any Clock<Duration>, _ effects: [String: Effect<String>])
    -> ScriptStore
  {
    Store(initialState: []) {
      Script(effects: effects)
    } withDependencies: {
      $0.continuousClock = clock
    }
  }
}
