import RatchetTesting
import TestSupport

@MainActor @Suite("A test that need not assert everything")
struct ExhaustivityTests {
  @Test("compares only what the closure sets")
  func partOfState() async {
    let store = TestStore(initialState: Form.State()) { Form() }
    store.exhaustivity = .off
    await store.send(.load) { $0.isLoading = true }
    await store.receive(.loaded(1)) { $0.total = 1 }
    store.expect { $0.log = ["load", "loaded"] }
    // Counted from the state before, as in an exhaustive test.
    await store.send(.edit(row: 1)) { $0.rows[1].edits += 1 }
  }

  @Test("fails where a part that it sets is another one, also if that was so before")
  func wrong() async {
    let issues = await failures(of: Form(), from: Form.State()) { store in
      store.exhaustivity = .off
      await store.send(.edit(row: 1)) { $0.rows[1].edits = 0 }
    }
    #expect(issues.count == 1)
    #expect(issues.first?.contains("-     Row(edits: 0)\n  +     Row(edits: 1)") == true)
  }

  @Test("reduces what nobody receives before the test acts")
  func beforeSend() async {
    let store = TestStore(initialState: Form.State()) { Form() }
    store.exhaustivity = .off
    await store.send(.load)
    await store.send(.edit(row: 0))
    store.expect(\.log, ["load", "loaded", "edit"])
  }

  @Test(
    "takes a timer that ticks often for no loop: time that passes gives the budget anew",
    .deep(10_800, small: 300))
  func longTime() async {
    let store = TestStore(initialState: Form.State()) { Form() }
    store.exhaustivity = .off
    await store.send(.startTimer)
    await store.advance(by: .seconds(Deep.size))
    store.expect(\.total, Deep.size)
  }

  @Test(
    "shows in the state what has arrived, in whatever order effects run",
    arguments: [Schedule.inOrder, .seed(1), .seed(2)])
  func arrived(schedule: Schedule) async {
    let store = TestStore(initialState: Form.State(), schedule: schedule) { Form() }
    store.exhaustivity = .off
    await store.send(.startTimer)
    await store.advance(by: .seconds(10))
    #expect(store.state.total == 10)
    await store.send(.loadTwice)
    await store.finish()
    store.expect(\.log, ["startTimer", "loaded", "loaded"])
    await store.send(.loadTwice)
    await store.receive(.loaded(2)) { $0.total = 16 }
    store.expect(\.total, 16)
  }

  @Test("still fails where what it asks for never comes")
  func never() async {
    let issues = await failures(of: Form(), from: Form.State()) { store in
      store.exhaustivity = .off
      let task = await store.send(.startTimer)
      await store.receive(.loaded(1))
      await task.finish()
    }
    #expect(issues.count == 2)
    #expect(
      issues.first?.hasPrefix("Expected to receive loaded(1), but no action was sent.") == true)
    #expect(issues.last?.hasPrefix("The effects of the action have not ended.") == true)
  }

  @Test("says that actions were reduced before, of which the expected one may be one")
  func reducedBefore() async {
    await expectFailures(
      of: Form(), from: Form.State(),
      """
      Expected to receive loaded(1), but no action was sent. No effect is in flight.

      1 action was already reduced without being received, because exhaustivity is off.
      """
    ) { store in
      store.exhaustivity = .off
      await store.send(.load)
      await store.send(.load)
      await store.receive(.loaded(1))
      await store.receive(.loaded(1))
    }
  }

  @Test("shows what it skipped, if asked to, which is no failure")
  func showSkipped() async {
    let (issues, warnings) = await IssueCollector.all {
      let store = TestStore(initialState: Form.State()) { Form() }
      store.exhaustivity = .off(showSkipped: true)
      await store.send(.load) { $0.isLoading = true }
      await store.skipReceivedActions()
    }
    #expect(issues.isEmpty)
    #expect(
      warnings == [
        """
        Some changes after sending 'load' were not asserted:

            State(
            ...
                Row(edits: 0)
                Row(edits: 0)
              ]
          -   log: []
          +   log: [
          +     "load"
          +   ]
            )

        (- asserted, + actual)
        """,
        """
        'loaded(1)' was reduced without being received. It was sent by "load" (Form.swift:1), \
        started by load.

            State(
          -   total: 0
          -   isLoading: true
          +   total: 1
          +   isLoading: false
              rows: [
                Row(edits: 0)
                Row(edits: 0)
              ]
              log: [
                "load"
          +     "loaded"
              ]
            )

        (- before, + after)
        """,
      ])
  }

  @Test("may assert all actions, but only a part of the state")
  func actionsOnly() async {
    let issues = await failures(of: Form(), from: Form.State()) { store in
      store.exhaustivity = Exhaustivity(assertsState: false)
      await store.send(.load) { $0.isLoading = true }
      await store.receive(.loaded(1)) { $0.total = 1 }
      await store.send(.load)
      await store.finish()
    }
    #expect(issues.count == 1)
    #expect(
      issues.first?.hasPrefix("Actions were sent and not received:\n\n- loaded(1)") == true,
      "\(issues)")
  }

  @Test("may assert all of the state, but only some actions")
  func stateOnly() async {
    let issues = await failures(of: Form(), from: Form.State()) { store in
      store.exhaustivity = Exhaustivity(assertsActions: false)
      await store.send(.loadTwice)
      await store.receive(.loaded(2)) {
        $0.total = 3
        $0.log.append("loaded")
      }
      await store.send(.load) { $0.isLoading = true }
    }
    #expect(issues.count == 1)
    #expect(
      issues.first?.hasPrefix("The state after sending 'load' is not what was expected") == true,
      "\(issues)")
  }

  @Test("can be some steps of a test")
  func scope() async {
    let store = TestStore(initialState: Form.State()) { Form() }
    await store.withExhaustivity(.off) {
      await store.send(.load)
      await store.skipReceivedActions()
    }
    #expect(store.exhaustivity == .on)
    await store.send(.pause) { $0.log.append("pause") }
  }

  @Test("tells of a chain of actions that never ends")
  func endless() async {
    let issues = await failures(of: Form(), from: Form.State()) { store in
      store.exhaustivity = .off
      await store.send(.forever)
      await store.send(.edit(row: 0))
    }
    #expect(
      issues.first?.hasPrefix(
        """
        The store did not settle: 10000 actions were reduced that the test did not receive (limit \
        'unreceivedActions'). An effect probably sends in an endless loop. In flight:
        """) == true)
  }
}
