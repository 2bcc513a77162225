import RatchetTesting
import TestSupport

@MainActor @Suite("A test that skips actions")
struct SkippedActionTests {
  @Test(
    "has fakes called by all that follows in a moment, by time and by settling; a read calls none")
  func fakes() async {
    let calls = Locked(0)
    let store = TestStore(initialState: Probe.State()) { Probe(calls: calls) }
    store.exhaustivity = .off
    await store.send(.start)
    await store.advance(by: .seconds(1))
    #expect(calls.withLock { $0 } == 1)
    await store.send(.merge)
    #expect(store.state.ticks == 1)
    #expect(calls.withLock { $0 } == 1)
    await store.settle()
    #expect(calls.withLock { $0 } == 4)
  }

  @Test("may still receive what was reduced in the last moment, with the states of that time")
  func lastMoment() async {
    let store = TestStore(initialState: Probe.State()) { Probe() }
    store.exhaustivity = .off
    await store.send(.start)
    await store.advance(by: .seconds(3))
    await store.receive(.tick) { $0 = Probe.State(ticks: 3, answers: 2) }
    await store.receive(.answered) { $0.answers += 1 }
    store.expect { $0 = Probe.State(ticks: 3, answers: 3) }
  }

  @Test("cannot receive what came before the last moment, or before what it has received")
  func tooLate() async {
    await expectFailures(
      of: Probe(), from: Probe.State(),
      """
      Expected to receive tick, but no action was sent. No effect is in flight.

      5 actions were already reduced without being received, because exhaustivity is off.
      """
    ) { store in
      store.exhaustivity = .off
      await store.send(.start)
      await store.advance(by: .seconds(3))
      await store.skipInFlightEffects()
      await store.receive(.answered) { $0.answers = 3 }
      await store.receive(.tick)
    }
  }

  @Test(
    "can receive only the last of them, and a failure says how many",
    .with(TestLimits.$current, .changed { $0.lateActions = 2 }))
  func kept() async {
    let issues = await failures(of: Probe(), from: Probe.State()) { store in
      store.exhaustivity = .off
      await store.send(.start)
      await store.advance(by: .seconds(3))
      await store.skipInFlightEffects()
      await store.receive(.merge)
    }
    #expect(issues.count == 1)
    #expect(issues.first?.hasSuffix(" Only the last 2 are kept (limit 'lateActions').") == true)
  }

  @Test("skips all actions that a store reduces at once, and no answers to them")
  func skipMerged() async {
    await expectFailures(
      of: Probe(), from: Probe.State(),
      """
      Expected to receive merge, but the unreceived actions are:

      - answered, sent by "check" (SkippedActionTests.swift:1), started by tick

      3 actions were already reduced without being received, by 'skipReceivedActions' or because \
      exhaustivity was off.
      """
    ) { store in
      await store.send(.merge)
      await store.skipReceivedActions()
      store.expect(\.ticks, 3)
      await store.receive(.merge)
      await store.skipReceivedActions()
      store.expect(\.answers, 3)
    }
  }
}

// MARK: - Fixtures

/// A feature that calls a client at each tick of a timer.
private struct Probe: Reducer {
  struct State: Equatable { var ticks = 0, answers = 0 }

  enum Action: Equatable { case start, merge, tick, answered }

  var calls = Locked(0)

  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .start:
      return .run { send in
        while true {
          try await clock.sleep(for: .seconds(1))
          await send(.tick)
        }
      }
    case .merge: return .merge(.send(.tick), .send(.tick), .send(.tick))
    case .tick:
      state.ticks += 1
      return .run(
        name: "check",
        operation: { send in
          calls.withLock { $0 += 1 }
          await send(.answered)
        }, fileID: "SkippedActionTests.swift", line: 1)
    case .answered:
      state.answers += 1
      return .none
    }
  }
}
