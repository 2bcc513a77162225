import Ratchet

// What a test store reduces by itself while not all has to be asserted.
extension TestRun {
  /// More actions than this while no time passes are an endless chain.
  private static var skipBudget: Int { 10_000 }

  /// Reduces an action that the test does not receive.
  func skip(_ parked: ParkedAction<Action>) async throws(BudgetExceeded) {
    if exhaustivity.showsSkipped {
      let before = core.state
      let sender = "\(core.registry.describe(parked.effect))"
      receive(parked)
      issues.warn(Self.skipped(parked.action, sender: sender, from: before, to: core.state))
    } else {
      receive(parked)
    }
    try await settleAndAdvance()
  }

  /// Reduces unreceived actions as long as they stop the clock.
  func skipUntilTimeHasAdvanced() async throws(BudgetExceeded) {
    try await skip { pendingTime > .zero }
  }

  /// Reduces unreceived actions, and what follows from them, until there are none.
  func skipAll() async throws(BudgetExceeded) {
    try await skip { true }
  }

  private func skip(while isNeeded: () -> Bool) async throws(BudgetExceeded) {
    _ = try await skip { _ in !isNeeded() }
  }

  /// Reduces unreceived actions, in an order of the schedule, until it reaches one for which a
  /// condition holds; returns that, or `nil` when none is left.
  func skip(
    until isReached: (ParkedAction<Action>) -> Bool
  ) async throws(BudgetExceeded) -> ParkedAction<Action>? {
    try await settleAndAdvance()
    var budget = ActionBudget(Self.skipBudget, at: clock.now)
    while let next = chooseReceivable() {
      if isReached(next) { return next }
      try budget.spend(at: clock.now)
      try await skip(next)
    }
    return nil
  }

  /// Reduces what would be reduced before the test's next `send`: what a `Store` has reduced
  /// already, and of the rest what the schedule decides.
  func skipBeforeSend() async throws(BudgetExceeded) {
    try await skipUntilTimeHasAdvanced()
    try await skip { inbox.isUrgent }
    for parked in inbox.parked where executor.happensNow() && inbox.holds(parked) {
      try await skip { inbox.isUrgent }
      if inbox.holds(parked) { try await skip(parked) }
    }
    try await skip { inbox.isUrgent }
  }

  /// Reduces what is in the inbox now, and what must come before it.
  func skipReceived() async throws(BudgetExceeded) {
    for parked in inbox.parked {
      var budget = ActionBudget(Self.skipBudget, at: clock.now)
      while inbox.holds(parked) {
        try budget.spend(at: clock.now)
        try await skip(inbox.nextInStore ?? parked)
      }
    }
  }

  /// One of the actions that may be received next.
  private func chooseReceivable() -> ParkedAction<Action>? {
    if let nextInStore = inbox.nextInStore { return nextInStore }
    return inbox.isEmpty ? nil : inbox.parked(at: executor.choose(among: inbox.count))
  }

  private static func skipped(
    _ action: Action, sender: String, from before: State, to after: State
  ) -> String {
    let change = Difference.text(from: before, to: after)
    return """
      '\(ValueLine.text(action))' was not received, but reduced. It was sent by \(sender).

      \(change.map { "\($0)\n\n(- before, + after)" } ?? "It did not change the state.")
      """
  }
}
