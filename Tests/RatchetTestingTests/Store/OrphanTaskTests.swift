import RatchetTesting
import TestSupport

@MainActor @Suite("A task that an effect does not await")
struct OrphanTaskTests {
  @Test(
    "begins before time passes, so that it sleeps from the time of its effect", .seeds(50))
  func begins() async {
    let issues = await failures(of: LeavesTasks(), from: 0) { store in
      await store.send(.leave(.seconds(1), isOnMainActor: Seeds.current.isMultiple(of: 2)))
      await store.advance(by: .seconds(1))
      #expect(store.clock.now.offset == .seconds(1))
      await store.finish()
    }
    #expect(issues.count == 1)
    #expect(issues.first?.contains("sent an action after it had ended: woke") == true, "\(issues)")
  }

  @Test("is seen by finish when it sends after it slept on the store's clock", .seeds(50))
  func finish() async {
    let issues = await failures(of: LeavesTasks(), from: 0) { store in
      await store.send(
        .leave(.milliseconds(1), isOnMainActor: Seeds.current.isMultiple(of: 2)))
      await store.send(.sendWhileOwed)
      await store.advance(by: .seconds(1))
      await store.receive(.got) { $0 = 1 }
      await store.finish()
    }
    #expect(issues.count == 1)
    #expect(issues.first?.contains("sent an action after it had ended: woke") == true, "\(issues)")
  }

  @Test("ticks as often as time passes", arguments: [true, false])
  func ticks(isOnMainActor: Bool) async {
    let ticks = Locked(0)
    let issues = await failures(of: LeavesTasks(ticks: ticks), from: 0) { store in
      await store.send(.leaveTimer(isOnMainActor: isOnMainActor))
      await store.advance(by: .seconds(5))
      #expect(ticks.withLock { $0 } == 5)
      await store.finish()
    }
    #expect(issues.count == 1)
    #expect(issues.first?.hasPrefix("Asleep on the store's clock:") == true, "\(issues)")
  }

  @Test("may wait for something outside for ever, and is then waited for once")
  func outside() async {
    let (outside, end) = AsyncStream<Never>.makeStream()
    let store = TestStore(initialState: 0) { LeavesTasks(outside: outside) }
    await store.send(.leaveOutside)
    for _ in 0..<100 { await store.advance(by: .seconds(1)) }
    await store.finish()
    #expect(store.clock.now.offset == .seconds(100))
    end.finish()
  }

  @Test(
    "is left behind by time if it waits too long before it sleeps, and a failure says so",
    .with(TestLimits.$current, .changed { $0.orphanPeriod = .milliseconds(500) }))
  func late() async {
    let (outside, end) = AsyncStream<Never>.makeStream()
    let issues = await failures(of: LeavesTasks(outside: outside), from: 0) { store in
      await store.send(.leave(.seconds(2), isOnMainActor: true))
      await store.send(.leaveOutside)
      await store.advance(by: .seconds(1))
      await store.finish()
      end.finish()
    }
    #expect(issues.count == 1)
    let text = """
      Time has passed without a task that had neither slept nor ended within 0.5 seconds (limit \
      'orphanPeriod').
      """
    #expect(issues.first?.contains(text) == true, "\(issues)")
  }
}

// MARK: - Fixtures

private struct LeavesTasks: Reducer {
  enum Action: Equatable {
    case leave(Duration, isOnMainActor: Bool)
    case leaveTimer(isOnMainActor: Bool)
    case leaveOutside
    case sendWhileOwed, got, woke
  }

  var ticks = Locked(0)
  var outside = AsyncStream<Never> { $0.finish() }
  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout Int, action: Action) -> Effect<Action> {
    switch action {
    case .leave(let duration, let isOnMainActor): leave(duration, isOnMainActor)
    case .leaveTimer(let isOnMainActor):
      .run { [clock, ticks] _ in
        start(isOnMainActor) {
          while true {
            try await clock.sleep(for: .seconds(1))
            ticks.withLock { $0 += 1 }
          }
        }
      }
    case .leaveOutside:
      .run(
        operation: { [outside] _ in start(true) { for await _ in outside {} } },
        fileID: "Orphans.swift", line: 2)
    case .sendWhileOwed: .run { send in await send(.got) }
    case .got: count(&state)
    case .woke: .none
    }
  }

  private func leave(_ duration: Duration, _ isOnMainActor: Bool) -> Effect<Action> {
    .run { [clock] send in
      start(isOnMainActor) {
        try await clock.sleep(for: duration)
        await send(.woke)
      }
    }
  }

  private func count(_ state: inout Int) -> Effect<Action> {
    state += 1
    return .none
  }
}

/// Starts a task that nobody awaits, on the main actor or on no actor.
private func start(
  _ isOnMainActor: Bool, _ operation: @escaping @MainActor @Sendable () async throws -> Void
) {
  if isOnMainActor {
    Task { @MainActor in try await operation() }
  } else {
    Task { @concurrent in try await operation() }
  }
}
