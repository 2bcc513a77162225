import RatchetTesting

@MainActor @Suite("A test clock that is run")
struct TestClockRunTests {
  @Test("wakes sleepers by deadline, and those that sleep again, until none sleeps")
  func run() async {
    let clock = TestClock()
    let log = Locked<[String]>([])
    let tasks = [3, 1, 2].map { step in
      Task(executorPreference: OnTheSpot.executor) {
        for round in 1...2 {
          try await clock.sleep(for: .seconds(step))
          log.withLock { $0.append("\(step) for the \(round). time") }
        }
      }
    }
    await clock.run()
    // Should one still sleep, this ends it: a failure is better than a test that never ends.
    for task in tasks { task.cancel() }
    for task in tasks { try? await task.value }
    #expect(
      log.withLock { $0 }.sorted() == [
        "1 for the 1. time", "1 for the 2. time", "2 for the 1. time", "2 for the 2. time",
        "3 for the 1. time", "3 for the 2. time",
      ])
    #expect(clock.now.offset == .seconds(6))
    #expect(clock.sleeperCount == 0)
  }

  @Test("wakes one after the other those that sleep on the main actor")
  func order() async {
    let clock = TestClock()
    let log = Locked<[Duration]>([])
    let task = Task {
      for second in 1...100 {
        // Unlike 'sleep(for:)' of the standard library, this does not leave the main actor.
        try await clock.sleep(until: clock.now.advanced(by: .seconds(second % 7 + 1)))
        log.withLock { $0.append(clock.now.offset) }
      }
    }
    await clock.run()
    task.cancel()
    try? await task.value
    let times = log.withLock { $0 }
    #expect(times.count == 100)
    #expect(times == times.sorted())
    #expect(Set(times).count == 100)
  }

  @Test("gives up after its timeout, which is a failure that lists who sleeps")
  func timeout() async {
    let clock = TestClock()
    let timer = Task(executorPreference: OnTheSpot.executor) {
      while true { try await clock.sleep(for: .seconds(1)) }
    }
    let issues = await IssueCollector.issues { await clock.run(timeout: .seconds(3)) }
    #expect(
      issues == [
        """
        The clock ran for 3.0 seconds, in 3 steps, and something still sleeps on it. 1 task sleeps \
        until 4.0 seconds.

        A task that sleeps repeatedly, such as a timer, keeps the clock running forever. 'run' \
        gives up after its 'timeout', or 10000 steps (limit 'clockSteps'). To fix this, end the \
        task first, or use 'advance(by:)'.
        """
      ])
    timer.cancel()
    await #expect(throws: CancellationError.self) { try await timer.value }
  }

  @Test("says who sleeps, also who is about to")
  func suspension() async throws {
    let clock = TestClock()
    let tasks = (1...7).map { second in
      Task(executorPreference: OnTheSpot.executor) {
        await MainActor.runQueue()
        try await clock.sleep(for: .seconds(second))
      }
    }
    let error = await #expect(throws: TestClock.SuspensionError.self) {
      try await clock.checkSuspension()
    }
    #expect(error?.deadlines.map(\.offset) == (1...7).map { .seconds($0) })
    #expect(
      error?.description == """
        7 tasks sleep until 1.0 seconds, 2.0 seconds, 3.0 seconds, 4.0 seconds, 5.0 seconds, and 2 \
        later. Only the clock can wake them: advance it, or cancel them.
        """)
    for task in tasks { task.cancel() }
    for task in tasks { try? await task.value }
    try await clock.checkSuspension()
  }
}

@MainActor @Suite("An unimplemented clock")
struct UnimplementedClockTests {
  @Test("reports each use with the line that made it, and waits for nothing")
  func uses() async throws {
    let messages = Locked<[LogMessage]>([])
    let clock = UnimplementedClock()
    let line: UInt = #line - 1
    try await withDependencies {
      $0.log = { message in messages.withLock { $0.append(message) } }
    } operation: {
      #expect(clock.now.offset == .zero)
      try await clock.sleep(until: TestClock.Instant(offset: .seconds(1)))
      #expect(clock.minimumResolution > .zero)
    }
    let found = messages.withLock { $0 }
    #expect(
      found.map(\.text)
        == ["now", "sleep(until:)"].map {
          """
          Unimplemented: '\($0)' was called on an 'UnimplementedClock'.

          To fix this, use a 'TestClock' or an 'ImmediateClock', or do not use time.
          """
        })
    #expect(found.map(\.line) == [line, line])
    #expect(found.first?.fileID == "RatchetTestingTests/TestClockRunTests.swift")
  }

  @Test("is a failure of a test store whose feature sleeps")
  func store() async {
    let issues = await IssueCollector.issues {
      let store = TestStore(initialState: 0) {
        Reduce<Int, Int> { state, action in
          state = action
          if action > 1 { return .none }
          return .run { send in
            @Dependency(\.continuousClock) var clock
            try await clock.sleep(for: .seconds(1))
            await send(2)
          }
        }
      } withDependencies: {
        $0.continuousClock = UnimplementedClock()
      }
      await store.send(1) { $0 = 1 }
      await store.receive(2) { $0 = 2 }
      await store.finish()
    }
    #expect(issues.count == 2)
    #expect(issues.allSatisfy { $0.hasPrefix("Unimplemented: '") })
  }

  @Test("throws from a sleep in a task that is cancelled")
  func cancelled() async {
    let task = Task {
      try await UnimplementedClock().sleep(until: TestClock.Instant(offset: .seconds(1)))
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
