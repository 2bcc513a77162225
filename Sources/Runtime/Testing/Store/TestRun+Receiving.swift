extension TestRun {
  /// The action that a test receives next; `nil` if no such action waits and nothing can send it.
  ///
  /// While not all has to be asserted, others are reduced on the way to it.
  func find(
    _ expectation: Expectation<Action>
  ) async throws(BudgetExceeded) -> ParkedAction<Action>? {
    try await settleAndAdvance()
    if exhaustivity != .on { return try await findPastOthers(expectation) }
    var found: ParkedAction<Action>?
    try await wait {
      found = inbox.firstReceivable(where: expectation.matches)
      return found != nil || inbox.isStalled
    }
    return found
  }

  private func findPastOthers(
    _ expectation: Expectation<Action>
  ) async throws(BudgetExceeded) -> ParkedAction<Action>? {
    var gracePeriod = GracePeriod()
    while true {
      try await wait(&gracePeriod) { !inbox.isEmpty }
      if inbox.isEmpty { return nil }
      if let found = try await skip(until: { expectation.matches($0.action) }) { return found }
    }
  }
}
