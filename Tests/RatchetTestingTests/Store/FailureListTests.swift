import RatchetTesting
import TestSupport

@MainActor @Suite("A failure that lists what is in flight")
struct FailureListTests {
  @Test("names the feature that an effect belongs to")
  func path() async {
    await expectFailures(
      of: Parent(), from: Parent.State(),
      """
      In flight:

      - "run" (Script.swift:1), started by \
      child(.run([.sleep(1)])), in child, \
      cancellable by "script": sleeps until 1.0 seconds, in 1.0 seconds

      To fix this, let it end: advance the clock with 'store.advance(by:)', send the action that \
      cancels it, or cancel the task that 'store.send' returned.
      """
    ) { store in
      await store.send(.child(.run([.sleep(1)])))
      await store.finish()
    }
  }

  @Test("says which action must be received first")
  func blocking() async {
    await expectFailures(
      """
      Expected to receive got("late"), but the unreceived actions are:

      - got("late"), sent by "run" (Script.swift:1), started by \
      run([.sleep(1), .send("late")]), \
      cancellable by "script"
      - chain([]), sent by send, started by chain(["a"])

      'chain([])' must be received first: a store reduces it before anything else.
      """
    ) { store in
      await store.send(.run([.sleep(1), .send("late")]))
      await store.advance(by: .seconds(1))
      await store.send(.chain(["a"])) { $0.log = ["a"] }
      await store.receive(.got("late"))
      await store.skipInFlightEffects()
    }
  }

  @Test("tells an effect that has not started from one that waits for its turn")
  func turns() async {
    await expectFailures(
      of: Turns(), from: 0,
      """
      Actions were sent and not received:

      - tick, sent by "sleeper" (Turns.swift:1), started by sleepers
      - tick, sent by "starter" (Turns.swift:1), started by starters

      To fix this, receive each of them with 'store.receive'.

      In flight:

      - "sleeper" (Turns.swift:1), started by sleepers: sent tick, not received
      - "starter" (Turns.swift:1), started by starters: sent tick, not received
      - "starter" (Turns.swift:1), started by starters: has not started, because an earlier action \
      has not been received

      To fix this, let it end: receive the sent actions, send the action that cancels it, or \
      cancel the task that 'store.send' returned.
      """
    ) { store in
      await store.send(.sleepers)
      await store.advance(by: .seconds(1))
      await store.receive(.tick)
      await store.send(.starters)
      await store.finish()
      await store.skipInFlightEffects()
    }
  }

  @Test("lists the action of an 'Effect.send' that waits for its turn, and an unreceived one once")
  func sends() async {
    await expectFailures(
      of: Turns(), from: 0,
      """
      Actions were sent and not received:

      - tick, sent by send, started by sends

      To fix this, receive each of them with 'store.receive'.

      In flight:

      - send, started by sends: has not sent tock, because an earlier action has not been received

      To fix this, let it end: receive the sent actions, send the action that cancels it, or \
      cancel the task that 'store.send' returned.
      """
    ) { store in
      await store.send(.sends)
      await store.finish()
      await store.receive(.tick)
      await store.receive(.tock)
    }
  }

  @Test("names overriding and real time at the end of a test, if the effect waits outside")
  func outside() async {
    await expectFailures(
      """
      The test ended too early. In flight:

      - "run" (Script.swift:1), started by run([.outside]), cancellable by "script": waits for \
      something outside of the test store

      Outside means another thread, a callback, a stream, or an unstructured 'Task'. Nothing \
      happened in 8 turns of the main queue (limit 'quietTurns').

      To fix this, let it end: override the dependency that the effect waits for, await its end \
      with 'store.finish()' inside 'store.waiting(upTo:)', send the action that cancels it, or \
      cancel the task that 'store.send' returned.
      """
    ) { store in
      await store.send(.run([.outside]))
    }
  }

  @Test("says what is left of what followed from an action")
  func task() async {
    let issues = await failures { store in
      let task = await store.send(.run([.send("a"), .sleep(1)]))
      await task.finish()
      await store.receive(.got("a")) { $0.log = ["a"] }
      await task.finish()
      await task.cancel()
    }
    let effect = """
      "run" (Script.swift:1), started by \
      run([.send("a"), .sleep(1)]), \
      cancellable by "script"
      """
    #expect(
      issues == [
        """
        The effects of the action have not ended.

        Actions were sent and not received:

        - got("a"), sent by \(effect)

        To fix this, receive each of them with 'store.receive'.

        In flight:

        - \(effect): sent got("a"), not received

        To fix this, let it end: receive the sent actions, send the action that cancels it, or \
        cancel the task that 'store.send' returned.
        """,
        """
        The effects of the action have not ended.

        In flight:

        - \(effect): sleeps until 1.0 seconds, in 1.0 seconds

        To fix this, let it end: advance the clock with 'store.advance(by:)', send the action that \
        cancels it, or cancel the task that 'store.send' returned.
        """,
      ])
  }

  @Test(
    "says that an effect never comes to rest, and gives up sooner in later steps",
    .with(TestLimits.$current, .changed { $0.jobs = 10_000 }))
  func endless() async throws {
    let issues = await failures { store in
      let task = await store.send(.run([.spin]))
      await store.settle()
      await task.cancel()
    }
    // How many jobs it takes to be taken to wait outside depends on the build.
    #expect(
      issues.first?.replacing(/ran \d+ jobs/, with: "ran many jobs") == """
        The store did not settle: its effects ran many jobs without waiting for the test, the \
        clock, or anything else (limit 'jobs'). An effect probably loops without waiting, for \
        example over 'Task.yield()'. In flight:

        - "run" (Script.swift:1), started by run([.spin]), cancellable by "script": has not settled
        """)
    let jobs = try issues.map { issue in
      try Int(#require(issue.firstMatch(of: /ran (\d+) jobs/)).output.1)
    }
    try #require(jobs.count == 2)
    #expect(try #require(jobs[1]) < #require(jobs[0]) / 50)
  }

  @Test("shows how an action differs from the expected one of the same case")
  func sameCase() async {
    await expectFailures(
      """
      Expected to receive chain(["b", "d"]), but the unreceived actions are:

      - chain(["b", "c"]), sent by send, started by chain(["a", "b", "c"])

      The same case with a different payload:

          .chain(
            [
              "b"
        -     "d"
        +     "c"
            ]
          )

      (- expected, + sent)
      """
    ) { store in
      await store.send(.chain(["a", "b", "c"])) { $0.log = ["a"] }
      await store.receive(.chain(["b", "d"]))
      await store.skipInFlightEffects()
    }
  }

  @Test("says so if values differ in nothing that can be shown")
  func alike() async {
    await expectFailures(
      of: EmptyReducer<Double, Int>(), from: Double.nan,
      """
      The state after sending '1' is not what was expected:

        The values are not equal, but they print the same text.

      (- expected, + actual)

      To fix this, pass a closure that makes these changes to the state.
      """
    ) { store in
      await store.send(1)
    }
  }

  @Test("is a warning if nothing has to be asserted and what was skipped is to be shown")
  func warning() async {
    let (issues, warnings) = await IssueCollector.all {
      let store = TestStore(initialState: 0) { Turns() }
      store.exhaustivity = .off(showSkipped: true)
      await store.send(.sleepers)
    }
    #expect(issues.isEmpty)
    #expect(warnings.count == 1)
    #expect(warnings.first?.hasPrefix("Left at the end of the test. In flight:\n\n- ") == true)
  }
}

// MARK: - Fixtures

private struct Parent: Reducer {
  struct State: Equatable { var child = Script.State() }
  enum Action: Equatable { case child(Script.Action) }

  var body: some Reducer<State, Action> {
    Scope(state: \.child, action: Action.child) { Script() }
  }
}

private struct Turns: Reducer {
  enum Action { case sleepers, starters, sends, tick, tock }

  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout Int, action: Action) -> Effect<Action> {
    switch action {
    case .sleepers: return .merge(sleeper, sleeper)
    case .starters: return .merge(starter, starter)
    case .sends: return .merge(.send(.tick), .send(.tock))
    case .tick, .tock: return .none
    }
  }

  private var sleeper: Effect<Action> {
    .run(
      name: "sleeper",
      operation: { send in
        try await clock.sleep(for: .seconds(1))
        await send(.tick)
      }, fileID: "Turns.swift", line: 1)
  }

  private var starter: Effect<Action> {
    .run(
      name: "starter", operation: { send in await send(.tick) }, fileID: "Turns.swift", line: 1)
  }
}
