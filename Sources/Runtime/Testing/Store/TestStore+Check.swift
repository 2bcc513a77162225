import Ratchet

// What all steps of a test, such as `send` and `receive`, share: the comparison of the state, and
// the frame around the part of a step in which effects run.

extension TestStore {
  /// Compares the state with what the test expects after an action; `step` is `sending` or
  /// `receiving`, for failures.
  func check(
    _ changes: ((inout State) throws -> Void)?, from before: State, to state: State,
    after step: String, _ action: Action
  ) {
    let check = StateCheck<State>(step: step, exhaustivity: exhaustivity, issues: issues)
    run.evaluate {
      check.check(
        changes, from: before, to: state, action: ActionText.text(action, before: before))
    }
  }

  /// Runs the part of a step in which effects run, until none can continue without the test;
  /// records a failure if they do more than a test can intend (`BudgetExceeded`).
  func perform(_ body: () async throws -> Void) async {
    beginPart()
    do { try await body() } catch { recordUnrest(error) }
    endPart()
  }

  // `send` and `receive`, the steps that tests take most, call the next three methods themselves:
  // the closure of `perform` costs two more async calls.

  /// Begins a part of a step, with a new budget of wake-ups (sleeps on the clock that end).
  ///
  /// Until `endPart`, the test counts as busy: `IdleStores`, which runs postponed effects while a
  /// test does nothing, leaves this store alone. What is left at the end of the test is reported
  /// again, even if the test has called `finish` before.
  func beginPart() {
    run.wakeUps = 0
    run.isFinished = false
    run.steps.begin()
  }

  /// Ends the part of a step that `beginPart` has begun.
  func endPart() { run.steps.end() }

  /// Records that the effects of a step did not settle.
  ///
  /// The error is a `BudgetExceeded`: steps throw nothing else, but the type of the closure that
  /// `perform` takes does not say so.
  func recordUnrest(_ error: any Error) {
    let reason = (error as? BudgetExceeded)?.text ?? ValueLine.text(error)
    issues.record("The store did not settle: \(reason) \(run.inFlightList.text)")
  }
}
