import RatchetTesting

@MainActor
@Suite("What a failure says of an effect in flight")
struct InFlightListTests {
  @Test("names the clock if the effect sleeps")
  func asleep() async {
    let issues = await IssueCollector.issues {
      let store = TestStore(initialState: 0) { Waits() }
      let task = await store.send(.sleep)
      await store.receive(.first)
      await task.cancel()
    }
    #expect(
      issues == [
        """
        Expected to receive first, but no action was sent. In flight:

        - "sleeper" (Waits.swift:1), started by sleep: sleeps until 1.0 seconds, in 1.0 seconds

        To fix this, advance the clock with 'store.advance(by:)'.
        """
      ])
  }

  @Test("lists the action of an 'Effect.send' that waits for its turn, and an unreceived one once")
  func sends() async {
    let issues = await IssueCollector.issues {
      let store = TestStore(initialState: 0) { Waits() }
      await store.send(.sends)
      await store.finish()
      await store.receive(.first)
      await store.finish()
      await store.receive(.second)
    }
    #expect(
      issues == [
        """
        Actions were sent and not received:

        - first, sent by send, started by sends

        To fix this, receive each of them with 'store.receive'.

        In flight:

        - send, started by sends: has not sent second, because an action that was sent before has not been \
        received

        To fix this, let it end: receive what was sent, send the action that cancels it, or cancel the \
        task that 'store.send' returned.
        """,
        """
        Actions were sent and not received:

        - second, sent by send, started by sends

        To fix this, receive each of them with 'store.receive'.
        """,
      ])
  }

  @Test("lists an unreceived 'Effect.send' once for a task that has not ended")
  func task() async {
    let issues = await IssueCollector.issues {
      let store = TestStore(initialState: 0) { Waits() }
      let task = await store.send(.send)
      await task.finish()
      await store.receive(.first)
    }
    #expect(
      issues == [
        """
        What followed from the action has not ended.

        Actions were sent and not received:

        - first, sent by send, started by send

        To fix this, receive each of them with 'store.receive'.
        """
      ])
  }

  @Test("names overriding and real time at the end of a test, if the effect waits outside")
  func end() async {
    let issues = await IssueCollector.issues {
      let store = TestStore(initialState: 0) { Waits() }
      await store.send(.outside)
    }
    #expect(issues == ["The test ended too early. \(Self.outside(waited: ""))"])
  }

  @Test("names overriding and real time when the test finishes, if the effect waits outside")
  func finish() async {
    let issues = await IssueCollector.issues {
      let store = TestStore(initialState: 0) { Waits() }
      let task = await store.send(.outside)
      await store.finish()
      await task.finish()
      await task.cancel()
    }
    let text = Self.outside(waited: " Nothing came of it in 0.25 seconds.")
    #expect(issues == [text, "What followed from the action has not ended.\n\n\(text)"])
  }

  private static func outside(waited: String) -> String {
    """
    In flight:

    - "outsider" (Waits.swift:1), started by outside: waits for something outside of the test store

    Outside is what is not a part of the effect: another thread, a callback, a stream, or a task that is made \
    with 'Task'.\(waited)

    To fix this, let it end: override the dependency that the effect waits for, await what comes in real \
    time with 'store.waiting(upTo:)', send the action that cancels it, or cancel the task that 'store.send' \
    returned.
    """
  }
}

// MARK: - Fixtures

private struct Waits: Reducer {
  enum Action { case sleep, outside, send, sends, first, second }

  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout Int, action: Action) -> Effect<Action> {
    switch action {
    case .sleep:
      .run(
        name: "sleeper", operation: { _ in try await clock.sleep(for: .seconds(1)) },
        fileID: "Waits.swift", line: 1)
    case .outside:
      .run(
        name: "outsider",
        operation: { _ in for await _ in AsyncStream<Never>.makeStream().stream {} },
        fileID: "Waits.swift", line: 1)
    case .send: .send(.first)
    case .sends: .merge(.send(.first), .send(.second))
    case .first, .second: .none
    }
  }
}
