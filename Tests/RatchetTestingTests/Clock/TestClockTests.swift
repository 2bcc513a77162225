import Dispatch
import RatchetTesting
import TestSupport

@MainActor @Suite("A test clock")
struct TestClockTests {
  @Test("cannot be advanced by a negative duration, which is a failure and moves nothing")
  func negative() async {
    let clock = TestClock(now: TestClock.Instant(offset: .seconds(5)))
    let issues = await IssueCollector.issues { clock.advance(by: .seconds(-1)) }
    #expect(issues == ["Time cannot be advanced by -1.0 seconds: a clock never goes back."])
    #expect(clock.now.offset == .seconds(5))
    let ofStore = await failures { await $0.advance(by: .seconds(-1)) }
    #expect(ofStore == issues)
  }

  @Test("loses no time when many threads advance it", .deep(5_000, small: 500))
  func contention() {
    let clock = TestClock()
    let count = Deep.size
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<count { clock.advance(by: .milliseconds(1)) }
    }
    #expect(clock.now.offset == .milliseconds(8 * count))
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

  @Test("ends the sleeps of an effect and of its child tasks when it is cancelled")
  func allSleeps() async {
    let sleeps = await sleepsUntilCancelled { clock, other in
      async let first: Void = clock.sleep(for: .seconds(3))
      async let second: Void = other.sleep(for: .seconds(3))
      try await clock.sleep(for: .seconds(1))
      try await clock.sleep(for: .seconds(2))
      _ = try await (first, second)
    }
    #expect(sleeps == [2, 1, 0, 0])
  }

  /// How many sleep on the store's clock and on another one: after a second, and when the effect
  /// was cancelled then.
  private func sleepsUntilCancelled(
    _ body: @escaping @MainActor @Sendable (any Clock<Duration>, TestClock) async throws -> Void
  ) async -> [Int] {
    let other = TestClock()
    let store = TestStore(initialState: Operation.State()) {
      Operation { clock in try await body(clock, other) }
    }
    let task = await store.send(.start)
    await store.advance(by: .seconds(1))
    let before = [store.clock.sleeperCount, other.sleeperCount]
    await task.cancel()
    let after = [store.clock.sleeperCount, other.sleeperCount]
    await store.finish()
    return before + after
  }

  @Test("does not let an effect that has cancelled itself sleep")
  func cancelledItself() async {
    let store = TestStore(initialState: Operation.State()) {
      Operation { clock in
        unsafe withUnsafeCurrentTask { task in unsafe task?.cancel() }
        try await clock.sleep(for: .seconds(1))
      }
    }
    await store.send(.start)
    #expect(store.clock.sleeperCount == 0)
    await store.finish()
  }
}

/// An effect that does what a test writes down.
private struct Operation: Reducer {
  struct State: Equatable {}
  enum Action: Equatable { case start }

  let body: @MainActor @Sendable (any Clock<Duration>) async throws -> Void
  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    .run { _ in try await body(clock) }
  }
}

@Suite("A task that sleeps on a test clock by itself")
struct ReentrantSleepTests {
  @Test("sleeps again on the way of one advance")
  func loop() {
    let clock = TestClock()
    let ticks = Locked(0)
    let task = Task(executorPreference: OnTheSpot.executor) { @concurrent in
      while true {
        try await (clock as any Clock<Duration>).sleep(for: .seconds(1))
        ticks.withLock { $0 += 1 }
      }
    }
    clock.advance(by: .seconds(5))
    #expect(ticks.withLock { $0 } == 5)
    clock.advance(by: .milliseconds(999))
    #expect(ticks.withLock { $0 } == 5)
    clock.advance(by: .milliseconds(2_001))
    #expect(ticks.withLock { $0 } == 8)
    task.cancel()
  }

  @Test("does not change the time of another task, nor of one that sleeps until a deadline")
  func others() async throws {
    let clock = TestClock()
    let first = Task(executorPreference: OnTheSpot.executor) { @concurrent in
      try await clock.sleep(for: .seconds(1))
    }
    clock.advance(by: .seconds(5))
    try await first.value
    for _ in 0..<100 {
      let second = Task(executorPreference: OnTheSpot.executor) { @concurrent in
        try await clock.sleep(for: .seconds(1))
      }
      #expect(clock.sleeperCount == 1)
      second.cancel()
      _ = await second.result
    }
    try await clock.sleep(until: TestClock.Instant(offset: .seconds(5)))
    #expect(clock.now == TestClock.Instant(offset: .seconds(5)))
  }

  @Test("counts from the time that the clock shows once the clock has been advanced again")
  func again() {
    let clock = TestClock()
    let gate = Gate()
    let task = Task(executorPreference: OnTheSpot.executor) { @concurrent in
      try await clock.sleep(for: .seconds(1))
      await gate.pass()
      try await clock.sleep(for: .seconds(1))
    }
    clock.advance(by: .seconds(5))
    clock.advance(by: .seconds(5))
    gate.open()
    #expect(clock.sleeperCount == 1)
    task.cancel()
  }
}

@Suite("A clock for tests")
struct ClockTests {
  @Test(
    "throws from a sleep in a task that is cancelled already",
    arguments: [TestClock(), ImmediateClock()] as [any Clock<Duration>])
  func cancelled(clock: any Clock<Duration>) async {
    let task = Task { try await clock.sleep(for: .seconds(1)) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("that is immediate moves to the deadline of each sleep")
  func immediate() async throws {
    let clock = ImmediateClock()
    let start = clock.now
    try await clock.sleep(for: .seconds(2))
    try await clock.sleep(until: start.advanced(by: .seconds(1)))
    #expect(start.duration(to: clock.now) == .seconds(2))
  }
}

// MARK: - Fixtures

private final class Gate: Sendable {
  private let waiting = Locked<CheckedContinuation<Void, Never>?>(nil)

  @concurrent func pass() async {
    await withCheckedContinuation { continuation in waiting.withLock { $0 = continuation } }
  }

  func open() { waiting.withLock { $0.take() }?.resume() }
}

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
