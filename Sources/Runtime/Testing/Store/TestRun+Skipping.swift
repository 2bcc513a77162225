import Ratchet

// Reduces actions that effects have sent and the test does not receive: for the steps of a test
// with exhaustivity off, which need not assert everything, and for `skipReceivedActions`.
//
// An *unreceived* action is one that is still parked: it waits in the inbox of the test store. To
// *skip* it is to reduce it without an assertion. Some steps keep the last skipped actions, because
// the test may still receive them in its next step. A *claim* says whether the test continues
// before effects that could still run. A budget ends a step in which effects never stop sending.
extension TestRun {
  /// Reduces a parked action without an assertion; keeps it, with the states around it, if the test
  /// may still receive it, and otherwise warns about it if the exhaustivity says so.
  private func skip(_ parked: ParkedAction) {
    skippedCount += 1
    // The state is copied only if needed: while a copy exists, a reducer changes it more slowly.
    if !keepsSkipped, !exhaustivity.showsSkipped { return receive(parked) }
    let sender = exhaustivity.showsSkipped ? "\(core.registry.describe(parked.effect))" : ""
    let before = core.state
    receive(parked)
    let action = SkippedAction(
      action: action(of: parked), sender: sender, before: before, after: core.state)
    if !keepsSkipped { return forget(action) }
    if skipped.count == limits.lateActions { forget(skipped.removeFirst()) }
    skipped.append(action)
  }

  /// Takes out the first kept action that `receive` expects; returns `nil` if there is none.
  ///
  /// The test can no longer receive the actions before it.
  func takeSkipped(_ expectation: Expectation<Action>) -> SkippedAction<State, Action>? {
    if skipped.isEmpty || exhaustivity.assertsActions { return nil }
    let found = skipped.firstIndex { skipped in
      evaluate { expectation.matches(skipped.action) }
    }
    guard let found else { return nil }
    skippedCount -= 1
    for action in skipped[..<found] { forget(action) }
    // After `return` has read the action: removes it and those before it.
    defer { skipped.removeFirst(found + 1) }
    return skipped[found]
  }

  /// Gives up the kept actions, which the test can no longer receive: it has taken another step, or
  /// time passes.
  func forgetSkipped() {
    for action in exchange(&skipped, with: []) { forget(action) }
  }

  /// Warns about a skipped action, which the test did not receive, if the exhaustivity says so.
  private func forget(_ skipped: SkippedAction<State, Action>) {
    if exhaustivity.showsSkipped { issues.warn(evaluate { skipped.text }) }
  }

  /// Lets the rest of the pending time pass (the part of an `advance(by:)` that has not passed
  /// yet), and reduces unreceived actions on the way.
  ///
  /// Tasks that wake at the end of that time may not have run when the method returns.
  func skipUntilTimeHasAdvanced() async throws(BudgetExceeded) {
    if executor.isInOrder { return try await skipAll(while: { pendingTime > .zero }) }
    var budget = ActionBudget(limits.unreceivedActions, at: clock.now)
    while pendingTime > .zero {
      if let next = nextToSkip {
        try budget.spend(at: clock.now)
        skip(next)
        try await settle { claimOfTime(within: pendingTime, claimOnTheWay) }
      } else {
        try await advancePendingTime(claimOnTheWay)
      }
    }
  }

  /// Called by `advance(by:)` before time passes: runs effects until all have settled, or until the
  /// schedule chooses to let time pass first; with exhaustivity off, also reduces what they send.
  func settleOrPassTime(_ duration: Duration) async throws(BudgetExceeded) {
    func claim() -> TestClaim { claimOfTime(within: duration, claimOnTheWay) }
    try await settle(claim)
    var budget = ActionBudget(limits.unreceivedActions, at: clock.now)
    while !exhaustivity.assertsActions, let next = nextToSkip {
      try budget.spend(at: clock.now)
      skip(next)
      try await settle(claim)
    }
  }

  /// Reduces unreceived actions, and those that follow from them, until there are none.
  func skipAll() async throws(BudgetExceeded) {
    try await skipAll(while: { true })
    // Changes of shared values that the test has not received count as skipped, too.
    changes = []
  }

  private func skipAll(while isNeeded: () -> Bool) async throws(BudgetExceeded) {
    _ = try await skip(until: { _ in !isNeeded() })
  }

  /// For `settle` and `skipReceivedActions` with exhaustivity off: alternately reduces the parked
  /// actions and runs effects, until no action is left at this moment of the clock.
  ///
  /// Unlike `skipAll()`, keeps the changes of shared values, which the test may still receive.
  func skipUntilSettled() async throws(BudgetExceeded) {
    keepsSkipped = true
    defer { keepsSkipped = false }
    try await skipAll(while: { true })
  }

  /// For `advance(by:)` with exhaustivity off: lets the rest of the time pass, then does the same
  /// as `skipUntilSettled`; under any schedule but `inOrder`, lets effects run only as far as the
  /// schedule chooses.
  func skipAfterAdvance() async throws(BudgetExceeded) {
    try await skipUntilTimeHasAdvanced()
    if executor.isInOrder { return try await skipUntilSettled() }
    keepsSkipped = true
    defer { keepsSkipped = false }
    try await skipByChoice()
  }

  /// Reduces unreceived actions, which arrive in an order that the schedule chooses, up to one that
  /// satisfies a predicate; returns that action without reducing it, or `nil` if none is left.
  func skip(
    until isReached: (ParkedAction) -> Bool
  ) async throws(BudgetExceeded) -> ParkedAction? {
    try await settleAndAdvance(claimOnTheWay)
    var budget = ActionBudget(limits.unreceivedActions, at: clock.now)
    while let next = nextToSkip {
      if isReached(next) { return next }
      try budget.spend(at: clock.now)
      skip(next)
      try await settleAndAdvance(claimOnTheWay)
    }
    return nil
  }

  /// Reduces unreceived actions before the test sends an action, because a `Store` would already
  /// have reduced them.
  func skipBeforeSend() async throws(BudgetExceeded) {
    defer { forgetSkipped() }
    // Without this line, shortening a long simulation takes almost three times as long.
    if isIdle { return }
    try await skipUntilTimeHasAdvanced()
    if !executor.isInOrder { return try await skipByChoice() }
    // In order: an action is urgent if a `Store` reduces it before any effect continues. Reduces
    // the actions that are parked now and each urgent one, but no others that follow from them.
    try await skipAll(while: { inbox.isUrgent })
    for parked in inbox.parked where inbox.holds(parked) {
      try await skipAll(while: { inbox.isUrgent })
      guard inbox.holds(parked) else { continue }
      skip(parked)
      try await settleAndAdvance()
    }
    try await skipAll(while: { inbox.isUrgent })
  }

  /// Whether nothing is parked and nothing can send.
  private var isIdle: Bool {
    inbox.isEmpty && executor.live.isEmpty && executor.jobs.isEmpty && pendingTime == .zero
  }

  /// For a schedule other than `inOrder`: reduces all parked actions, and after each lets effects
  /// continue as far as the schedule chooses.
  private func skipByChoice() async throws(BudgetExceeded) {
    var budget = ActionBudget(limits.unreceivedActions, at: clock.now)
    while let next = nextToSkip {
      try budget.spend(at: clock.now)
      skip(next)
      try await continueEffects()
    }
  }

  /// For `skipReceivedActions`: reduces what is parked; with exhaustivity off, all that follows.
  func skipForTest() async throws(BudgetExceeded) {
    defer { forgetSkipped() }
    if !exhaustivity.assertsActions { return try await skipUntilSettled() }
    try await settleAndAdvance()
    try await skipReceived()
  }

  /// Reduces the actions that are parked now.
  ///
  /// Also reduces the actions that the effects now in flight send as they start or right after
  /// these actions, because a `Store` would reduce them in the same moment. Actions that other
  /// effects send in response stay parked, except those that a `Store` would reduce before one of
  /// these actions.
  private func skipReceived() async throws(BudgetExceeded) {
    let effects = Set(core.registry.live.map(ObjectIdentifier.init))
    for parked in inbox.parked {
      var budget = ActionBudget(limits.unreceivedActions, at: clock.now)
      while inbox.holds(parked) {
        try budget.spend(at: clock.now)
        skip(inbox.nextUrgent ?? parked)
        try await continueEffects()
      }
    }
    var budget = ActionBudget(limits.unreceivedActions, at: clock.now)
    while let next = inbox.nextUrgent, effects.contains(ObjectIdentifier(next.effect)) {
      try budget.spend(at: clock.now)
      skip(next)
      try await continueEffects()
    }
  }

  /// The action to reduce next if the test receives none.
  private var nextToSkip: ParkedAction? { inbox.firstReceivable { _ in true } }
}

/// An action that was reduced without the test receiving it, with the states around it.
struct SkippedAction<State, Action> {
  let action: Action
  /// Describes the effect that sent the action; empty if no warning will show it.
  let sender: String
  let before: State
  let after: State

  /// The text of a warning about the action.
  var text: String {
    let change = Difference.text(from: before, to: after)
    return """
      '\(ActionText.text(action, before: before))' was reduced without being received. It was sent by \(sender).

      \(change.map { "\($0)\n\n(- before, + after)" } ?? "It did not change the state.")
      """
  }
}
