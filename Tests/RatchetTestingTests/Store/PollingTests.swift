import RatchetTesting
import TestSupport

@MainActor @Suite("An effect that polls the clock")
struct PollingTests {
  @Test(
    "wakes as often as it sleeps", .deep(10_000, small: 300),
    arguments: [Schedule.inOrder, .seed(1)])
  func wakeUps(schedule: Schedule) async {
    let polls = Polls()
    let store = TestStore(initialState: 0, schedule: schedule) { Polling(polls: polls) }
    let task = await store.send(.start)
    await store.advance(by: .milliseconds(Deep.size))
    #expect(polls.count == Deep.size)
    #expect(store.clock.now.offset == .milliseconds(Deep.size))
    await task.cancel()
    await store.finish()
  }

  @Test(
    "is woken up to a number of times in one step, and not more",
    .with(TestLimits.$current, .changed { $0.wakeUps = 1_000 }))
  func budget() async {
    let polls = Polls()
    await expectFailures(
      of: Polling(polls: polls), from: 0,
      """
      The store did not settle: 1000 sleeps on its clock ended in one step of the test (limit \
      'wakeUps'); the remaining 2.0 seconds was not advanced. An effect probably polls the clock. \
      To fix this, make it sleep longer, or advance the clock by less in one step. In flight:

      - "poll" (Polling.swift:1), started by start: sleeps until 3.001 seconds, in 0.001 seconds
      """
    ) { store in
      let task = await store.send(.start)
      await store.advance(by: .seconds(1))
      await store.advance(by: .milliseconds(500))
      await store.advance(by: .milliseconds(500))
      #expect(polls.count == 2_000)
      await store.advance(by: .seconds(3))
      #expect(polls.count == 3_000)
      await task.cancel()
      await store.finish()
    }
  }
}

// MARK: - Fixtures

@MainActor private final class Polls {
  var count = 0
}

private struct Polling: Reducer {
  enum Action { case start }

  let polls: Polls
  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout Int, action: Action) -> Effect<Action> {
    .run(
      name: "poll",
      operation: { [polls] _ in
        while true {
          try await clock.sleep(for: .milliseconds(1))
          polls.count += 1
        }
      }, fileID: "Polling.swift", line: 1)
  }
}
