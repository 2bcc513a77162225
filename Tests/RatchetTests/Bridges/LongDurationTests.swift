import RatchetTesting

@MainActor @Suite("A duration that means for ever")
struct LongDurationTests {
  @Test("is cut to a thousand years wherever it is added to an instant: a clock would trap")
  func deadlines() async throws {
    let clock = DeadlineClock()
    let effects: [String: Effect<String>] = [
      "debounce": .send("a").debounce(id: 1, for: forever, clock: clock),
      "throttle": .send("b").throttle(id: 2, for: forever, latest: true, clock: clock),
      "run": .run { _ in await untilCleanedUp() },
    ]
    let store = Store(initialState: [String]()) {
      Script(effects: effects)
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send("debounce").finish()
    store.send("throttle")
    await store.send("throttle").finish()
    #expect(clock.takeDelays() == [thousandYears, thousandYears])

    store.send("run")
    _ = await store.drain(within: forever, cleanup: forever)
    #expect(clock.takeDelays() == [thousandYears])

    #expect(try await withTimeLimit(forever, on: clock) { await untilCancelled() } == nil)
    #expect(clock.takeDelays() == [thousandYears])

    await #expect(throws: CancellationError.self) {
      try await withDependencies {
        $0.continuousClock = clock
      } operation: {
        var attempts = 0
        try await withRetries(.times(1, backoff: .constant(forever))) {
          attempts += 1
          throw attempts == 1 ? DeadlineClock.Passed() : CancellationError() as any Error
        }
      }
    }
    #expect(clock.takeDelays() == [thousandYears])

    for await _ in clock.timer(interval: forever).prefix(1) {}
    #expect(clock.takeDelays() == [thousandYears])
  }

  @Test("does not overflow the time of a test's clock, however often it passes")
  func clocks() async throws {
    let (immediate, test) = (ImmediateClock(), TestClock())
    let start = immediate.now
    for _ in 0..<20 {
      try await immediate.sleep(for: forever)
      test.advance(by: forever)
    }
    #expect(start.duration(to: immediate.now) == thousandYears * 20)
    #expect(test.now.offset == thousandYears * 20)
  }
}

// MARK: - Fixtures

private let forever = Duration.seconds(Int64.max)
private let thousandYears = Duration.seconds(365_250 * 24 * 60 * 60)

/// A clock whose sleeps return at once; it notes how long they are.
private struct DeadlineClock: Clock {
  struct Passed: Error {}

  let minimumResolution = Duration.nanoseconds(1)
  private let time = Locked((now: ContinuousClock.now, delays: [Duration]()))

  var now: ContinuousClock.Instant { time.withLock { $0.now } }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    time.withLock {
      $0.delays.append($0.now.duration(to: deadline))
      $0.now = deadline
    }
  }

  func takeDelays() -> [Duration] { time.withLock { exchange(&$0.delays, with: []) } }
}
