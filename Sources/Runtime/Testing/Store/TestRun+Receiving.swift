import Ratchet

extension TestRun {
  /// The action that a test receives next; `nil` if it is not parked and nothing can send it.
  ///
  /// With exhaustivity off, other actions are reduced on the way to it.
  @inline(__always)
  func find(
    _ expectation: Expectation<Action>
  ) async throws(BudgetExceeded) -> ParkedAction? {
    if !exhaustivity.assertsActions { return try await findPastOthers(expectation) }
    func matches(_ parked: ParkedAction) -> Bool { expectation.matches(action(of: parked)) }
    try await settleAndAdvance { inbox.claim(where: matches) }
    try await wait { inbox.firstReceivable(where: matches) != nil || inbox.blocksStarts }
    return chooseReceivable(where: matches)
  }

  private func findPastOthers(
    _ expectation: Expectation<Action>
  ) async throws(BudgetExceeded) -> ParkedAction? {
    var gracePeriod = GracePeriod()
    while true {
      if let found = try await skip(until: { expectation.matches(action(of: $0)) }) { return found }
      try await wait(&gracePeriod) { !inbox.isEmpty }
      if inbox.isEmpty { return nil }
    }
  }

  /// An action that may be received next and satisfies a predicate, chosen by the schedule; `nil`
  /// if there is none.
  func chooseReceivable(where matches: (ParkedAction) -> Bool) -> ParkedAction? {
    let first = inbox.firstReceivable(where: matches)
    if executor.isInOrder || first?.moment != .returned { return first }
    let choices = inbox.choices(where: matches)
    if choices.count < 2 { return first }
    let chosen = choices[executor.choose(among: choices)]
    // The predicate runs last on the received action, because it may remember what it has seen.
    return matches(chosen) ? chosen : nil
  }

  // MARK: - Waiting

  /// Waits until a condition holds, while the store stays at rest: for 200 passes through the main
  /// queue, then in real time, if something can arrive from outside.
  ///
  /// In `waiting(upTo:)` the test sets the limit. Elsewhere it is a grace period for a slow task
  /// that an operation makes and awaits; it does not delay a test that passes, nor a step that
  /// cannot fail because of it (`mayFail`).
  @inline(__always)
  func wait(mayFail: Bool = true, until condition: () -> Bool) async throws(BudgetExceeded) {
    if condition() { return }
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
        // Ends with turns on all threads: on a busy machine, waiting tasks had no time otherwise.
        if await !executor.jobs.arrival(before: end) { await yieldToOtherTasks() }
      }
      try await settleAndAdvance { condition() ? .due : .none }
    }
  }

  /// Whether an effect waits for something outside the store's control.
  private var isAnyOutside: Bool {
    executor.live.values.contains {
      core.registry.isLive($0.effect) && !inbox.holdsAny(from: $0.lane.effect)
        && !$0.lane.isAsleep && !canStillRun($0.lane)
    }
  }

  /// Whether an effect would continue if the store let it.
  func canStillRun(_ lane: Lane) -> Bool {
    executor.jobs.isReady(lane) || lane.phase == .unsettled
  }
}
