import Ratchet

extension TestStore {
  /// Compares the state with what the test expects after an action.
  func check(
    _ changes: ((inout State) throws -> Void)?, from before: State, after step: String,
    _ action: Action
  ) {
    StateCheck(
      step: step, exhaustivity: exhaustivity, issues: issues
    )
    .check(changes, from: before, to: state, action: ValueLine.text(action))
  }

  /// Runs a part of a step of the test and records a failure if effects do not come to rest in it.
  func perform(_ body: () async throws -> Void) async {
    beginPart()
    do { try await body() } catch { recordUnrest(error) }
    endPart()
  }

  // The steps that tests take most call these methods instead of `perform`: its closure costs two
  // more async calls.

  func beginPart() {
    run.wakeUps = 0
    run.isFinished = false
    run.steps.begin()
  }

  func endPart() { run.steps.end() }

  func recordUnrest(_ error: any Error) {
    let reason = (error as? BudgetExceeded)?.text ?? ValueLine.text(error)
    issues.record("The store did not come to rest: \(reason) \(run.inFlightList.text)")
  }
}
