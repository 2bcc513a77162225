import RatchetTesting

@MainActor @Suite("A kitchen timer")
struct KitchenTimerTests {
  @Test("counts down, and rings until it is stopped")
  func countdown() async {
    let store = TestStore(initialState: KitchenTimer.State(seconds: 3)) { KitchenTimer() }
    await store.send(.startTapped) { $0.phase = .counting }
    await store.advance(by: .seconds(3))
    await store.receive(.ticked) { $0.remaining = 2 }
    await store.receive(.ticked) { $0.remaining = 1 }
    await store.receive(.ticked) {
      $0.remaining = 0
      $0.phase = .ringing
    }
    await store.advance(by: .seconds(1))
    await store.receive(.rang) { $0.rings = 1 }
    await store.receive(.rang) { $0.rings = 2 }
    await store.send(.stopTapped) { $0.phase = .paused }
    await store.advance(by: .seconds(10))
  }

  @Test("keeps the time while it is paused, and counts from whole seconds when it goes on")
  func pause() async {
    let store = TestStore(initialState: KitchenTimer.State(seconds: 60)) { KitchenTimer() }
    await store.send(.startTapped) { $0.phase = .counting }
    await store.advance(by: .milliseconds(1_900))
    await store.receive(.ticked) { $0.remaining = 59 }
    await store.send(.pauseTapped) { $0.phase = .paused }
    await store.advance(by: .seconds(100))
    await store.send(.startTapped) { $0.phase = .counting }
    await store.advance(by: .milliseconds(900))
    await store.send(.added(seconds: 30)) { $0.remaining = 89 }
    await store.advance(by: .milliseconds(100))
    await store.receive(.ticked) { $0.remaining = 88 }
    await store.send(.stopTapped) { $0.phase = .paused }
  }

  @Test("starts once, and not without time")
  func start() async {
    let store = TestStore(initialState: KitchenTimer.State(seconds: 0)) { KitchenTimer() }
    await store.send(.startTapped)
    await store.send(.added(seconds: 2)) { $0.remaining = 2 }
    await store.send(.startTapped) { $0.phase = .counting }
    await store.send(.startTapped)
    await store.advance(by: .seconds(1))
    await store.receive(.ticked) { $0.remaining = 1 }
    await store.send(.pauseTapped) { $0.phase = .paused }
  }

  @Test("does not tick any more once it was paused, under every schedule")
  func schedules() async {
    let report = await exploreSchedules(.all(deviations: 2, limit: 300)) { schedule in
      let state = KitchenTimer.State(seconds: 10)
      let store = TestStore(initialState: state, schedule: schedule) { KitchenTimer() }
      store.exhaustivity = .off
      await store.send(.startTapped)
      await store.advance(by: .seconds(2))
      await store.send(.pauseTapped)
      let remaining = store.state.remaining
      await store.advance(by: .seconds(5))
      await store.finish()
      #expect(store.state.remaining == remaining)
      #expect((8...10).contains(remaining))
      #expect(store.inFlight.isEmpty)
    }
    #expect(report.count > 1)
  }
}
