extension TestRun {
  /// The action that a test receives next; `nil` if no such action waits and nothing can send it.
  ///
  /// While not all has to be asserted, others are reduced on the way to it.
  func find(
    _ expectation: Expectation<Action>
  ) async throws(Exhausted) -> ParkedAction<Action>? {
    try await settleAndPassTime()
    try await wait { isDecided(expectation) }
    if exhaustivity == .on { return inbox.firstReceivable(where: expectation.isMet) }
    while !inbox.isEmpty {
      if let found = try await skip(until: { expectation.isMet($0.action) }) { return found }
      try await wait { !inbox.isEmpty }
    }
    return nil
  }

  /// Whether waiting any longer cannot help; in real time other actions may come before the one that is meant.
  private func isDecided(_ expectation: Expectation<Action>) -> Bool {
    if issues.door == nil || exhaustivity != .on { return !inbox.isEmpty }
    return inbox.isStalled || inbox.firstReceivable(where: expectation.isMet) != nil
  }
}
