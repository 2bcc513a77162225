import Ratchet

extension TestRun {
  private static var jobBudget: Int { 1_000_000 }
  private static var roundBudget: Int { 100_000 }
  /// After this many passes through the main queue an effect that did nothing waits for something outside.
  private static var maxQuietRounds: Int { 8 }

  /// Runs effects until each has ended, waits for the test, sleeps, or waits for something outside.
  ///
  /// An action that a `Store` reduces before anything else can happen keeps all others from running.
  func settle() async throws(BudgetExceeded) {
    var budget = Self.jobBudget
    var rounds = Self.roundBudget
    var quiet = 0
    while true {
      resumeSenders()
      if executor.runReady(budget: &budget, while: { !inbox.isUrgent }) { quiet = 0 }
      if inbox.isUrgent { return }
      if budget == 0 || rounds == 0 { throw .jobs(Self.jobBudget - budget) }
      if executor.live.isEmpty || (quiet > 0 && isSettled) { return }
      if quiet == Self.maxQuietRounds { return executor.assumeRestIsOutside() }
      await MainActor.round()
      rounds -= 1
      quiet = executor.jobs.isEmpty ? quiet + 1 : 0
    }
  }

  func settleAndAdvance() async throws(BudgetExceeded) {
    try await settle()
    try await advancePendingTime()
  }

  /// Lets tasks that no effect awaits, and that are about to run on the main actor, do so.
  private func settleThoroughly() async throws(BudgetExceeded) {
    for _ in 0..<Self.maxQuietRounds {
      await MainActor.round()
      try await settleAndAdvance()
    }
    try await settleOrphans()
    try await settleAndAdvance()
  }

  /// Gives all that can end the chance to.
  func finish() async throws(BudgetExceeded) {
    try await settleThoroughly()
    if exhaustivity != .on { try await skipAll() }
    try await wait(mayFail: exhaustivity == .on) { isAtRest }
    if exhaustivity != .on { try await skipAll() }
  }

  private var isSettled: Bool {
    executor.isSettled { inbox.holdsAny(from: $0.effect) || clock.isAsleep($0) }
  }
}
