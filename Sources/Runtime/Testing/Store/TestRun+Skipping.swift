import Ratchet

// What a test store reduces by itself while not all has to be asserted.
extension TestRun {
  /// More actions than this while no time passes are an endless chain.
  private static var skipBudget: Int { 10_000 }

  /// Reduces an action that the test does not receive.
  private func skip(_ parked: ParkedAction<Action>) {
    if exhaustivity.showsSkipped {
      let before = core.state
      let sender = "\(core.registry.describe(parked.effect))"
      receive(parked)
      issues.warn(Self.skipped(parked.action, sender: sender, from: before, to: core.state))
    } else {
      receive(parked)
    }
  }

  /// Reduces unreceived actions as long as they stop the clock.
  func skipUntilTimeHasAdvanced() async throws(BudgetExceeded) {
    if pendingTime > .zero || executor.isInOrder { try await skip { pendingTime > .zero } }
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

  /// Reduces what would be reduced before the test's next `send`: what a `Store` has reduced
  /// already, and of the rest what the schedule decides.
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

  /// Whether nothing is parked, and nothing can send.
  private var isIdle: Bool {
    inbox.isEmpty && executor.live.isEmpty && executor.jobs.isEmpty && pendingTime == .zero
  }

  /// Reduces what is parked, except what the schedule leaves for later; effects continue in between
  /// as far as the schedule says.
  private func skipBeforeSendByChoice() async throws(BudgetExceeded) {
    // All that were parked up to here have been reduced, or left for later. To look for the first
    // that was not among all takes quadratic time. (h-skip: 500 us -> 16 us)
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

  /// The action that is reduced next if the test receives none, chosen by the schedule.
  private var nextInStore: ParkedAction<Action>? {
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
