import Ratchet

extension TestRun {
  /// Adds a duration to the pending time, and lets as much of it pass as can.
  func advance(by duration: Duration) async throws(BudgetExceeded) {
    try await settle()
    pendingTime += duration
    try await advancePendingTime()
  }

  /// Lets pending time pass, from deadline to deadline, until an action is parked.
  func advancePendingTime() async throws(BudgetExceeded) {
    if pendingTime > .zero, executor.orphanCount > 0 { try await settleOrphans() }
    while pendingTime > .zero, inbox.isEmpty {
      try checkWakeUps()
      var (passed, now, due) = clock.step(upTo: pendingTime)
      pendingTime -= passed
      trace.add(.time(now))
      wakeUps += due.count
      executor.order(&due)
      for sleeper in due { sleeper.wake() }
      try await settle()
      if executor.orphanCount > 0 { try await settleOrphans() }
    }
  }

  /// Gives up the pending time when too many sleeps have ended in this step of the test and another would.
  private func checkWakeUps() throws(BudgetExceeded) {
    guard wakeUps >= wakeUpBudget, clock.hasDeadline(within: pendingTime) else { return }
    let left = pendingTime
    pendingTime = .zero
    throw .wakeUps(wakeUps, left: left)
  }
}
