import Ratchet

extension TestRun {
  /// Owes the test a duration, and lets as much of it pass as can.
  func advance(by duration: Duration) async throws(Exhausted) {
    try await settle()
    owed += duration
    try await passTime()
  }

  /// Lets time that is owed pass, from deadline to deadline, until an action is parked.
  func passTime() async throws(Exhausted) {
    if owed > .zero, executor.leftBehind > 0 { try await settleLeftBehind() }
    while owed > .zero, inbox.isEmpty {
      try checkWakeUps()
      var (passed, now, due) = clock.step(upTo: owed)
      owed -= passed
      trace.add(.time(now))
      wakeUps += due.count
      executor.order(&due)
      for sleeper in due { sleeper.wake() }
      try await settle()
      if executor.leftBehind > 0 { try await settleLeftBehind() }
    }
  }

  /// Gives up the time that is owed when too many sleeps have ended in this step of the test and another would.
  private func checkWakeUps() throws(Exhausted) {
    guard wakeUps >= wakeUpBudget, clock.wakesSomebody(within: owed) else { return }
    let left = owed
    owed = .zero
    throw .wakeUps(wakeUps, left: left)
  }
}
