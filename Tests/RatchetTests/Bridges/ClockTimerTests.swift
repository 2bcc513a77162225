import RatchetTesting

@MainActor
@Suite("A timer")
struct ClockTimerTests {
  @Test("does not drift when a round takes a while, and skips the ticks that it missed")
  func slowRounds() async {
    let store = TestStore(initialState: [Int]()) {
      Ticking(rounds: [.milliseconds(300), .seconds(3)])
    }
    let task = await store.send(.start)
    await store.advance(by: .seconds(1))
    await store.receive(.ticked(1)) { $0 = [1] }
    await store.advance(by: .seconds(1))
    await store.receive(.ticked(2)) { $0 = [1, 2] }
    await store.advance(by: .seconds(3))
    await store.receive(.ticked(5)) { $0 = [1, 2, 5] }
    await store.advance(by: .seconds(1))
    await store.receive(.ticked(6)) { $0 = [1, 2, 5, 6] }
    await task.cancel()
    await store.advance(by: .seconds(2))
    await store.finish()
  }

  @Test(
    "with an interval that is not positive is reported and never ticks",
    arguments: [Duration.zero, .seconds(-1)])
  func wrongInterval(_ interval: Duration) async {
    let line: UInt = #line + 2
    let found = reports {
      _ = ImmediateClock().timer(interval: interval)
    }
    #expect(found.map(\.line) == [line])
    #expect(found.first?.text.hasPrefix("The interval of a timer is \(interval)") == true)
  }

  @Test(
    "takes any interval",
    arguments: [Duration(secondsComponent: 0, attosecondsComponent: 1), .seconds(Int64.max)])
  func anyInterval(_ interval: Duration) async {
    let clock = TestClock()
    let task = Task { @MainActor in
      var ticks = clock.timer(interval: interval).makeAsyncIterator()
      clock.advance(by: .seconds(100))
      let first = await ticks.next(isolation: #isolation)
      return first
    }
    if interval > .seconds(100) { task.cancel() }
    #expect(await task.value == (interval > .seconds(100) ? nil : 1 << 62))
  }

  @Test("ends, and says so, when its clock throws another error")
  func throwingClock() async {
    let clock = ThrowingClock()
    let issues = await IssueCollector.issues {
      let store = TestStore(initialState: [Int]()) { Ticking(clock: clock) }
      await store.send(.start)
      await store.finish()
    }
    #expect(issues.count == 1)
    #expect(
      issues.first?.hasPrefix("A timer ended because its clock threw an error: Broken()") == true)
  }
}

@Suite("What suspends, and what catches")
struct NeverTests {
  @Test("a task that never returns throws when it is cancelled")
  func never() async {
    let task = Task<Void, any Error> { try await Task<Never, Never>.never() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("a result is made of what an asynchronous operation returns or throws")
  func result() async {
    func half(_ number: Int) async throws(Odd) -> Int {
      if number % 2 == 1 { throw Odd() }
      return number / 2
    }
    let one = await Result { () async throws(Odd) in try await half(4) }
    #expect(one == .success(2))
    let other = await Result { () async throws(Odd) in try await half(3) }
    #expect(other == .failure(Odd()))
  }

  private struct Odd: Error, Equatable {}
}

/// Sends the number of each tick; the first rounds of its loop take some time.
private struct Ticking: Reducer {
  enum Action: Equatable { case start, ticked(Int) }

  var rounds: [Duration] = []
  var clock: (any Clock<Duration>)?
  @Dependency(\.continuousClock) var ownClock

  func reduce(into state: inout [Int], action: Action) -> Effect<Action> {
    switch action {
    case .start:
      return .run { send in
        let clock = clock ?? ownClock
        var rounds = rounds[...]
        for await tick in clock.timer(interval: .seconds(1)) {
          await send(.ticked(tick))
          if let time = rounds.popFirst() { try await clock.sleep(for: time) }
        }
      }
    case .ticked(let tick):
      state.append(tick)
      return .none
    }
  }
}

/// A clock on which nobody can sleep.
private struct ThrowingClock: Clock {
  struct Broken: Error {}

  var now: ContinuousClock.Instant { .now }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    throw Broken()
  }
}
