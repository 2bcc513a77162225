import RatchetTesting

@MainActor @Suite("A subscription belongs to no action")
struct SubscriptionCascadeTests {
  @Test("so the task of the action after which it started has ended")
  func task() async {
    let store = RadioStore()
    let task = store.change { $0.isOn = true }
    await task.finish()
    task.cancel()
    #expect(!task.isCancelled)
    #expect(store.subscribed == ["on"])
  }

  @Test("and the store's finish waits for others only")
  func finish() async {
    let signal = Signal()
    let store = RadioStore(.init(isOn: true))
    await store.finish()
    store.send(
      .start(
        .run { send in
          await signal.wait()
          await send(.heard("end"))
        }))
    Task { signal.open() }
    await store.finish()
    #expect(store.heard == ["end"])
    #expect(store.subscribed == ["on"])
  }

  @Test("and what it sends begins one of its own: its effects go on when the subscription ends")
  func actions() async {
    let store = RadioStore { _, send in
      await send(.start(.run(name: "follows") { _ in await untilCancelled() }))
      await untilCancelled()
    }
    let task = store.change { $0.isOn = true }
    await task.finish()
    #expect(store.inFlight.map(\.name) == ["on", "follows"])
    #expect(store.inFlight.map(\.isSubscription) == [true, false])
    store.change { $0.isOn = false }
    #expect(store.inFlight.map(\.name) == ["follows"])
  }
}
