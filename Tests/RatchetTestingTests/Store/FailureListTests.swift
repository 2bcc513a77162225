import RatchetTesting

@MainActor
@Suite("A failure that lists what is in flight")
struct FailureListTests {
  @Test("names the feature that an effect belongs to")
  func path() async {
    let issues = await IssueCollector.issues {
      let store = TestStore(initialState: Parent.State()) { Parent() }
      await store.send(.child(.run([.sleep(1)])))
      await store.finish()
    }
    #expect(
      issues == [
        """
        In flight:

        - "run" (Script.swift:1), started by \
        child(.run([.sleep(1)])), in child, \
        cancellable by "script": sleeps until 1.0 seconds, in 1.0 seconds

        To fix this, let it end: advance the clock with 'store.advance(by:)', send the action that \
        cancels it, or cancel the task that 'store.send' returned.
        """
      ])
  }

  @Test("says which action must be received first")
  func blocking() async {
    let issues = await IssueCollector.issues {
      let store = TestStore(initialState: Script.State()) { Script() }
      await store.send(.run([.sleep(1), .send("late")]))
      await store.advance(by: .seconds(1))
      await store.send(.chain(["a"])) { $0.log = ["a"] }
      await store.receive(.got("late"))
      await store.skipInFlightEffects()
    }
    #expect(
      issues == [
        """
        Expected to receive got("late"), but the unreceived actions are:

        - got("late"), sent by "run" (Script.swift:1), started by \
        run([.sleep(1), .send("late")]), \
        cancellable by "script"
        - chain([]), sent by send, started by chain(["a"])

        'chain([])' must be received first: a store reduces it before anything else.
        """
      ])
  }

  @Test("tells an effect that has not started from one that waits for its turn")
  func turns() async {
    let issues = await IssueCollector.issues {
      let store = TestStore(initialState: 0) { Turns() }
      await store.send(.sleepers)
      await store.advance(by: .seconds(1))
      await store.receive(.tick)
      await store.send(.starters)
      await store.finish()
      await store.skipInFlightEffects()
    }
    #expect(
      issues == [
        """
        Actions were sent and not received:

        - tick, sent by "sleeper" (Turns.swift:1), started by sleepers
        - tick, sent by "starter" (Turns.swift:1), started by starters

        To fix this, receive each of them with 'store.receive'.

        In flight:

        - "sleeper" (Turns.swift:1), started by sleepers: sent tick, not received
        - "starter" (Turns.swift:1), started by starters: sent tick, not received
        - "starter" (Turns.swift:1), started by starters: has not started, because an action that was sent before has \
        not been received

        To fix this, let it end: receive what was sent, send the action that cancels it, or cancel the \
        task that 'store.send' returned.
        """
      ])
  }

  @Test("says what is left of what followed from an action")
  func task() async {
    let issues = await IssueCollector.issues {
      let store = TestStore(initialState: Script.State()) { Script() }
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
        What followed from the action has not ended.

        Actions were sent and not received:

        - got("a"), sent by \(effect)

        To fix this, receive each of them with 'store.receive'.

        In flight:

        - \(effect): sent got("a"), not received

        To fix this, let it end: receive what was sent, send the action that cancels it, or cancel the \
        task that 'store.send' returned.
        """,
        """
        What followed from the action has not ended.

        In flight:

        - \(effect): sleeps until 1.0 seconds, in 1.0 seconds

        To fix this, let it end: advance the clock with 'store.advance(by:)', send the action that \
        cancels it, or cancel the task that 'store.send' returned.
        """,
      ])
  }

  @Test("says that an effect never comes to rest")
  func endless() async {
    let issues = await IssueCollector.issues {
      let store = TestStore(initialState: Script.State()) { Script() }
      let task = await store.send(.run([.spin]))
      await task.cancel()
    }
    // How many jobs it takes to be taken to wait outside depends on the build.
    #expect(
      issues.map { $0.replacing(/ran \d+ jobs/, with: "ran many jobs") } == [
        """
        The store did not come to rest: its effects ran many jobs without waiting for the test, the clock or \
        anything else. An effect probably runs a loop that waits for nothing, as one over 'Task.yield()' does. \
        In flight:

        - "run" (Script.swift:1), started by run([.spin]), \
        cancellable by "script": has not come to rest
        """
      ])
  }

  @Test("gives up sooner in later steps, once an effect has not come to rest")
  func stillEndless() async throws {
    let issues = await IssueCollector.issues {
      let store = TestStore(initialState: Script.State()) { Script() }
      let task = await store.send(.run([.spin]))
      await store.settle()
      await task.cancel()
    }
    let jobs = try issues.map { issue in
      try Int(#require(issue.firstMatch(of: /ran (\d+) jobs/)).output.1)
    }
    try #require(jobs.count == 2)
    #expect(try #require(jobs[1]) < #require(jobs[0]) / 50)
  }

  @Test("shows how an action differs from the expected one of the same case")
  func sameCase() async {
    let issues = await IssueCollector.issues {
      let store = TestStore(initialState: Script.State()) { Script() }
      await store.send(.chain(["a", "b", "c"])) { $0.log = ["a"] }
      await store.receive(.chain(["b", "d"]))
      await store.skipInFlightEffects()
    }
    #expect(
      issues == [
        """
        Expected to receive chain(["b", "d"]), but the unreceived actions are:

        - chain(["b", "c"]), sent by send, started by chain(["a", "b", "c"])

        Of the same case, but different:

            .chain(
              [
                "b"
          -     "d"
          +     "c"
              ]
            )

        (- expected, + sent)
        """
      ])
  }

  @Test("says so if values differ in nothing that can be shown")
  func alike() async {
    let issues = await IssueCollector.issues {
      let store = TestStore(initialState: Double.nan) { EmptyReducer<Double, Int>() }
      await store.send(1)
    }
    #expect(
      issues == [
        """
        The state after send of '1' is not what was expected:

          The values are not equal, but nothing that can be shown of them differs.

        (- expected, + actual)

        To fix this, pass a closure that makes these changes to the state.
        """
      ])
  }

  @Test("is a warning if nothing has to be asserted and what was skipped is to be shown")
  func warning() async {
    let (issues, warnings) = await IssueCollector.all {
      let store = TestStore(initialState: 0) { Turns() }
      store.exhaustivity = .off(showSkipped: true)
      await store.send(.starters)
      await store.skipReceivedActions()
      await store.send(.sleepers)
    }
    #expect(issues.isEmpty)
    #expect(
      warnings == [
        """
        'tick' was not received, but reduced. It was sent by "starter" (Turns.swift:1), started by starters.

        It did not change the state.
        """,
        """
        'tick' was not received, but reduced. It was sent by "starter" (Turns.swift:1), started by starters.

        It did not change the state.
        """,
        """
        Left at the end of the test. In flight:

        - "sleeper" (Turns.swift:1), started by sleepers: sleeps until 1.0 seconds, in 1.0 seconds
        - "sleeper" (Turns.swift:1), started by sleepers: sleeps until 1.0 seconds, in 1.0 seconds

        To fix this, let it end: advance the clock with 'store.advance(by:)', send the action that \
        cancels it, or cancel the task that 'store.send' returned.
        """,
      ])
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
  enum Action { case sleepers, starters, tick }

  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout Int, action: Action) -> Effect<Action> {
    switch action {
    case .sleepers: return .merge(sleeper, sleeper)
    case .starters: return .merge(starter, starter)
    case .tick: return .none
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
