import Ratchet

// What a test store reduces by itself with exhaustivity off.
extension TestRun {
  /// More actions than this without time passing are an endless chain.
  private static var skipBudget: Int { 10_000 }

  /// Reduces an action that the test does not receive.
  private func skip(_ parked: ParkedAction) {
    skippedCount += 1
    if exhaustivity.showsSkipped {
      let before = core.state
      let sender = "\(core.registry.describe(parked.effect))"
      receive(parked)
      issues.warn(Self.skipped(action(of: parked), sender: sender, from: before, to: core.state))
    } else {
      receive(parked)
    }
  }

  /// Reduces unreceived actions while they stop the clock.
  func skipUntilTimeHasAdvanced() async throws(BudgetExceeded) {
    if pendingTime > .zero || executor.isInOrder { try await skip { pendingTime > .zero } }
  }

  /// Reduces unreceived actions, and those that follow from them, until there are none.
  func skipAll() async throws(BudgetExceeded) {
    try await skip { true }
    changes = []
  }

  private func skip(while isNeeded: () -> Bool) async throws(BudgetExceeded) {
    _ = try await skip { _ in !isNeeded() }
  }

  /// Reduces unreceived actions, in an order that the schedule chooses, until it reaches one that
  /// satisfies a predicate; returns that, or `nil` if none is left.
  func skip(
    until isReached: (ParkedAction) -> Bool
  ) async throws(BudgetExceeded) -> ParkedAction? {
    try await settleAndAdvance(claimOnTheWay)
    var budget = ActionBudget(Self.skipBudget, at: clock.now)
    while let next = nextInStore {
      if isReached(next) { return next }
      try budget.spend(at: clock.now)
      skip(next)
      try await settleAndAdvance(claimOnTheWay)
    }
    return nil
  }

  /// Reduces what precedes the test's next `send`: what a `Store` would already have reduced, and
  /// of the rest what the schedule chooses.
  func skipBeforeSend() async throws(BudgetExceeded) {
    // h-shrink: 1.7 s to 0.6 s.
    if isIdle { return }
    try await skipUntilTimeHasAdvanced()
    if !executor.isInOrder { return try await skipBeforeSendByChoice() }
    try await skip { inbox.isUrgent }
    for parked in inbox.parked where inbox.holds(parked) {
      try await skip { inbox.isUrgent }
      guard inbox.holds(parked) else { continue }
      skip(parked)
      try await settleAndAdvance()
    }
    try await skip { inbox.isUrgent }
  }

  /// Whether nothing is parked and nothing can send.
  private var isIdle: Bool {
    inbox.isEmpty && executor.live.isEmpty && executor.jobs.isEmpty && pendingTime == .zero
  }

  /// Reduces the parked actions that the schedule does not postpone; in between, effects continue
  /// as far as the schedule decides.
  private func skipBeforeSendByChoice() async throws(BudgetExceeded) {
    // All actions parked up to this number have been reduced or postponed. Searching all for the
    // first that was not takes quadratic time.
    var decided = 0
    var budget = ActionBudget(Self.skipBudget, at: clock.now)
    while let next = inbox.nextInStore ?? inbox.first(after: decided) {
      if !next.moment.isUrgent { decided = next.number }
      if next.moment == .returned, !executor.isReducedNow(next) { continue }
      try budget.spend(at: clock.now)
      skip(next)
      try await continueEffects()
    }
  }

  /// Reduces what is in the inbox now, and what must come before it.
  func skipReceived() async throws(BudgetExceeded) {
    for parked in inbox.parked {
      var budget = ActionBudget(Self.skipBudget, at: clock.now)
      while inbox.holds(parked) {
        try budget.spend(at: clock.now)
        skip(inbox.nextInStore ?? parked)
        try await continueEffects()
      }
    }
  }

  /// The action to reduce next if the test receives none, chosen by the schedule.
  private var nextInStore: ParkedAction? {
    inbox.nextInStore ?? chooseReceivable { _ in true }
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
