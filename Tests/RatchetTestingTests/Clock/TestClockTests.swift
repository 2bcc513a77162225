import Dispatch
import RatchetTesting

@MainActor
@Suite("A test clock")
struct TestClockTests {
  @Test("shows the time that it was moved to")
  func time() {
    let clock = TestClock()
    clock.advance(by: .seconds(3))
    clock.advance(by: .milliseconds(500))
    #expect(clock.now.offset == .milliseconds(3_500))
  }

  @Test("loses no time when many threads advance it")
  func contention() {
    let clock = TestClock()
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<5_000 { clock.advance(by: .milliseconds(1)) }
    }
    #expect(clock.now.offset == .seconds(40))
  }

  @Test("returns at once from a sleep until a time that has come")
  func past() async throws {
    let clock = TestClock(now: TestClock.Instant(offset: .seconds(5)))
    try await clock.sleep(until: TestClock.Instant(offset: .seconds(5)))
    try await clock.sleep(for: .zero)
  }

  @Test("throws from a sleep in a task that is cancelled already")
  func cancelledBefore() async {
    let clock = TestClock()
    let task = Task { try await clock.sleep(for: .seconds(1)) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("wakes effects of a store by deadline, and equal deadlines in order")
  func order() async {
    let store = TestStore(initialState: Sleepers.State()) { Sleepers() }
    await store.send(.start([3, 1, 2, 1]))
    await store.advance(by: .seconds(3))
    await store.receive(.woke(1)) { $0.woken = [1] }
    await store.receive(.woke(3)) { $0.woken = [1, 3] }
    await store.receive(.woke(2)) { $0.woken = [1, 3, 2] }
    await store.receive(.woke(0)) { $0.woken = [1, 3, 2, 0] }
    await store.finish()
  }

  @Test("forgets a sleep that is cancelled")
  func cancellation() async {
    let store = TestStore(initialState: Sleepers.State()) { Sleepers() }
    let task = await store.send(.start([1]))
    await task.cancel()
    #expect(store.inFlight.isEmpty)
    await store.advance(by: .seconds(2))
    await store.finish()
  }
}

@Suite("An immediate clock")
struct ImmediateClockTests {
  @Test("moves to the deadline of each sleep")
  func time() async throws {
    let clock = ImmediateClock()
    try await clock.sleep(for: .seconds(2))
    try await clock.sleep(until: ImmediateClock.Instant(offset: .seconds(1)))
    #expect(clock.now.offset == .seconds(2))
  }

  @Test("throws in a cancelled task")
  func cancellation() async {
    let clock = ImmediateClock()
    let task = Task { try await clock.sleep(for: .seconds(1)) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}

// MARK: - Fixtures

private struct Sleepers: Reducer {
  struct State: Equatable { var woken: [Int] = [] }

  enum Action: Equatable {
    case start([Int])
    case woke(Int)
  }

  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .start(let seconds):
      return .merge(
        seconds.enumerated().map { index, seconds in
          .run { send in
            try await clock.sleep(for: .seconds(seconds))
            await send(.woke(index))
          }
        })
    case .woke(let index):
      state.woken.append(index)
      return .none
    }
  }
}
