import RatchetTesting

@MainActor @Suite("A failure of a test store")
struct FailureTests {
  @Test("shows how the state differs from what was expected")
  func state() async {
    await expectFailures(
      """
      The state after sending 'got("a")' is not what was expected:

          State(
            log: [
        -     "b"
        +     "a"
            ]
          )

      (- expected, + actual)
      """
    ) { store in
      await store.send(.got("a")) { $0.log = ["b"] }
    }
  }

  @Test("asks for the change that was not asserted")
  func unasserted() async {
    await expectFailures(
      """
      The state after sending 'got("a")' is not what was expected:

        - State(log: [])
        + State(
        +   log: [
        +     "a"
        +   ]
        + )

      (- expected, + actual)

      To fix this, pass a closure that makes these changes to the state.
      """
    ) { store in
      await store.send(.got("a"))
    }
  }

  @Test("says that a closure which changes nothing is of no use")
  func noChange() async {
    await expectFailures(
      """
      A change was expected after sending 'cancel', but neither the closure nor the feature \
      changed the state.

      To fix this, remove the closure, or assert what should change.
      """
    ) { store in
      await store.send(.cancel) { _ in }
    }
  }

  @Test("names the error that the closure threw")
  func throwing() async {
    let issues = await failures { store in
      await store.send(.cancel) { _ in throw Script.Failure() }
    }
    #expect(
      issues == ["The closure with the expected changes of 'cancel' threw an error: Failure()"])
  }

  @Test("lists what each effect waits for")
  func waits() async {
    await expectFailures(
      """
      Expected to receive got("a"), but no action was sent. In flight:

      - "run" (Script.swift:1), started by run([.sleep(2)]), cancellable by "script": sleeps until \
      2.0 seconds, in 2.0 seconds
      - "run" (Script.swift:1), started by run([.outside]), cancellable by "script": waits for \
      something outside of the test store

      Outside means another thread, a callback, a stream, or an unstructured 'Task'. Nothing \
      happened within 0.25 seconds (limit 'gracePeriod').

      To fix this, advance the clock with 'store.advance(by:)', override the dependency that the \
      effect waits for, or wait in real time with 'store.waiting(upTo:)'.
      """
    ) { store in
      let first = await store.send(.run([.sleep(2)]))
      let second = await store.send(.run([.outside]))
      await store.receive(.got("a"))
      await first.cancel()
      await second.cancel()
    }
  }

  @Test("names what receive was to get: the case, the line of the condition, the action cut short")
  func wanted() async {
    let line = #line + 3
    let issues = await failures { store in
      await store.receive(Script.Action.got)
      await store.receive(where: { _ in true })
      await store.receive(.got(String(repeating: "a", count: 1_000_000)))
    }
    #expect(
      issues.map { $0.replacing(", but no action was sent. No effect is in flight.", with: "") }
        == [
          "Expected to receive an action of the case 'got'",
          "Expected to receive an action for which the condition at FailureTests.swift:\(line) holds",
          """
          Expected to receive got("\(String(repeating: "a", count: 200))"... (1000000 bytes))
          """,
        ])
  }

  @Test("shows the action that waits when another one is expected")
  func other() async {
    await expectFailures(
      """
      Expected to receive cancel, but the unreceived actions are:

      - chain([]), sent by send, started by chain(["a"])
      """
    ) { store in
      await store.send(.chain(["a"])) { $0.log = ["a"] }
      await store.receive(.cancel)
      await store.receive(.chain([]))
    }
  }

  @Test("lists what is left at the end of a test, and how to fix it")
  func leftOver() async {
    await expectFailures(
      """
      The test ended too early. Actions were sent and not received:

      - got("a"), sent by "run" (Script.swift:1), started by run([.sleep(1), .send("a")]), \
      cancellable by "script"

      To fix this, receive each of them with 'store.receive'.

      In flight:

      - "run" (Script.swift:1), started by run([.sleep(1), .send("a")]), cancellable by "script": \
      sent got("a"), not received
      - "run" (Script.swift:1), started by run([.sleep(2)]), cancellable by "script": sleeps until \
      2.0 seconds, in 1.0 seconds

      To fix this, let it end: receive the sent actions, advance the clock with \
      'store.advance(by:)', send the action that cancels it, or cancel the task that 'store.send' \
      returned.

      2.0 seconds of advanced time is still pending: unreceived actions stop the clock.
      """
    ) { store in
      await store.send(.run([.sleep(1), .send("a")]))
      await store.send(.run([.sleep(2)]))
      await store.advance(by: .seconds(3))
    }
  }

  @Test("names a task that an effect left asleep")
  func sleeper() async {
    await expectFailures(
      """
      Asleep on the store's clock:

      - a task that "run" (Script.swift:1) started: until 3.0 seconds, in 3.0 seconds

      To fix this, advance the clock, or await in the operation the tasks that it starts.
      """
    ) { store in
      await store.send(.run([.leaveSleeper(3)]))
      await store.finish()
    }
  }

  @Test("names the effect whose error nobody handles, and its line")
  func thrown() async {
    await expectFailures(
      """
      Effect "run" (Script.swift:1, started by run([.fail])) threw an error and has no 'catch:': \
      Failure()

      The effect ended; the store continues. To fix this, handle the error in a 'catch:' closure of \
      'Effect.run', or catch it in the operation and send an action.

      (Script.swift:1)
      """
    ) { store in
      await store.send(.run([.fail]))
    }
  }
}
