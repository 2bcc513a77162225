import Ratchet

extension TestRun {
  /// The action that a test receives next; `nil` if it is not parked and nothing can send it.
  ///
  /// While not all has to be asserted, other actions are reduced on the way to it.
  func find(
    _ expectation: Expectation<Action>
  ) async throws(BudgetExceeded) -> ParkedAction<Action>? {
    if !exhaustivity.assertsAll { return try await findPastOthers(expectation) }
    try await settleAndAdvance { inbox.claim(where: expectation.matches) }
    try await wait {
      inbox.firstReceivable(where: expectation.matches) != nil || inbox.blocksStarts
    }
    return chooseReceivable(where: expectation.matches)
  }

  private func findPastOthers(
    _ expectation: Expectation<Action>
  ) async throws(BudgetExceeded) -> ParkedAction<Action>? {
    var gracePeriod = GracePeriod()
    while true {
      if let found = try await skip(until: { expectation.matches($0.action) }) { return found }
      try await wait(&gracePeriod) { !inbox.isEmpty }
      if inbox.isEmpty { return nil }
    }
  }

  /// One of the actions that may be received next and that a condition holds for, chosen by the
  /// schedule; `nil` if there is none.
  func chooseReceivable(where matches: (Action) -> Bool) -> ParkedAction<Action>? {
    let first = inbox.firstReceivable(where: matches)
    if executor.isInOrder || first?.moment != .returned { return first }
    let choices = inbox.choices(where: matches)
    if choices.count < 2 { return first }
    let chosen = choices[executor.choose(among: choices)]
    // Asked last of the one that is received: a condition may remember what it has seen.
    return matches(chosen.action) ? chosen : nil
  }

  // MARK: - Waiting

  /// Waits until a condition holds, while the store stays at rest: some hundred passes through the
  /// main queue, and then in real time, if something can come from outside.
  ///
  /// In `waiting(upTo:)` that is as long as the test says. Elsewhere it is a grace period, for a
  /// task that an operation makes and awaits, and that takes its time: nothing waits in a test that
  /// passes, nor in a step that cannot fail because of it (`mayFail`).
  func wait(mayFail: Bool = true, until condition: () -> Bool) async throws(BudgetExceeded) {
    var gracePeriod = GracePeriod(isGranted: mayFail)
    try await wait(&gracePeriod, until: condition)
  }

  /// The same, with a grace period that all waits of one step share.
  private func wait(
    _ gracePeriod: inout GracePeriod, until condition: () -> Bool
  ) async throws(BudgetExceeded) {
    for _ in 0..<200 {
      if condition() { return }
      await executor.takeTurn()
      if !executor.jobs.isEmpty { try await settleAndAdvance { condition() ? .due : .none } }
    }
    while !condition(), !inbox.isUrgent {
      if let window = issues.realTimeWindow {
        guard await executor.jobs.arrival(before: window.closes) else { return }
      } else {
        guard isAnyOutside, let end = gracePeriod.end(at: .now), !Task.isCancelled else { return }
        // Ends with turns on all threads: what a busy machine keeps waiting had no time otherwise.
        if await !executor.jobs.arrival(before: end) { await letOthersRun() }
      }
      try await settleAndAdvance { condition() ? .due : .none }
    }
  }

  /// Whether an effect waits for something that the store does not control.
  private var isAnyOutside: Bool {
    executor.live.values.contains {
      core.registry.isLive($0.effect) && !inbox.holdsAny(from: $0.lane.effect)
        && !$0.lane.isAsleep && !canStillRun($0.lane)
    }
  }

  /// Whether an effect would continue by itself, if the store let it.
  func canStillRun(_ lane: Lane) -> Bool {
    executor.jobs.isReady(lane) || lane.phase == .unsettled
  }
}
