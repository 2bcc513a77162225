import Ratchet

// Finds the action that a step of a test receives, and waits until an effect has sent it. Other
// steps that need something of the effects, such as `finish`, wait in the same way.
extension TestRun {
  /// Finds the action that `TestStore.receive` expects among the *parked* actions, which effects
  /// have sent and the test has not received; returns `nil` if nothing can send it.
  ///
  /// Runs effects until one has sent the action. With exhaustivity off, reduces other actions on
  /// the way to it.
  @inline(__always)
  func find(
    _ expectation: Expectation<Action>
  ) async throws(BudgetExceeded) -> ParkedAction? {
    if !exhaustivity.assertsActions { return try await findPastOthers(expectation) }
    func matches(_ parked: ParkedAction) -> Bool { isMet(expectation, by: parked) }
    try await settleAndAdvance { inbox.claim(where: matches) }
    if let found = inbox.firstReceivable(where: matches) { return found }
    try await wait { inbox.firstReceivable(where: matches) != nil || inbox.blocksStarts }
    return inbox.firstReceivable(where: matches)
  }

  private func isMet(_ expectation: Expectation<Action>, by parked: ParkedAction) -> Bool {
    evaluate { expectation.matches(action(of: parked)) }
  }

  private func findPastOthers(
    _ expectation: Expectation<Action>
  ) async throws(BudgetExceeded) -> ParkedAction? {
    // What comes before the action can no longer be received.
    defer { forgetSkipped() }
    var gracePeriod = GracePeriod(limits)
    while true {
      if let found = try await skip(until: { isMet(expectation, by: $0) }) { return found }
      try await wait(&gracePeriod) { !inbox.isEmpty }
      if inbox.isEmpty { return nil }
    }
  }

  // MARK: - Waiting

  /// Waits until a condition holds, while the store stays at rest: for some turns of the main
  /// queue, then in real time, if something can arrive from outside.
  ///
  /// In `waiting(upTo:)`, the test sets the limit of real time. Elsewhere, the limit is a grace
  /// period for a slow task that an operation makes and awaits. Only a step that would otherwise
  /// fail takes that time: `mayFail` is false for a step that cannot fail.
  @inline(__always)
  func wait(mayFail: Bool = true, until condition: () -> Bool) async throws(BudgetExceeded) {
    if condition() { return }
    var gracePeriod = GracePeriod(limits, isGranted: mayFail)
    try await wait(&gracePeriod, until: condition)
  }

  /// Waits until a condition holds, with a grace period that all waits of one step share.
  private func wait(
    _ gracePeriod: inout GracePeriod, until condition: () -> Bool
  ) async throws(BudgetExceeded) {
    for _ in 0..<limits.extraTurns {
      if condition() { return }
      await executor.takeTurn()
      if !executor.jobs.isEmpty { try await settleAndAdvance { condition() ? .due : .none } }
    }
    while !condition(), !inbox.isUrgent {
      if let window = issues.realTimeWindow {
        guard await executor.jobs.arrival(before: window.closes) else { return }
      } else {
        guard isAnyOutside, let end = gracePeriod.end(at: .now), !Task.isCancelled else { return }
        // Gives tasks on all threads a turn: on a busy machine, they may have had none so far.
        if await !executor.jobs.arrival(before: end) { await yieldToOtherTasks() }
      }
      try await settleAndAdvance { condition() ? .due : .none }
    }
  }

  /// Whether an effect waits for something outside the store's control.
  private var isAnyOutside: Bool { executor.live.values.contains(where: isOutside) }

  private func isOutside(_ live: LaneExecutor.LiveLane) -> Bool {
    live.effect.isLive && live.effect.kind != .listen && !inbox.holdsAny(from: live.lane.effect)
      && !live.lane.isAsleep && !canStillRun(live.lane)
  }

  /// The lanes of effects that wait for something outside the store's control, except those that
  /// the state declares; empty while others may still continue.
  var outside: [Lane] {
    if !inbox.isEmpty || executor.turn != nil || executor.isAnyUnsettled { return [] }
    return executor.live.values.filter { isOutside($0) && !$0.effect.cascade.isSubscription }
      .map(\.lane)
  }

  /// Whether the effect of a lane may continue when the store lets it.
  func canStillRun(_ lane: Lane) -> Bool {
    executor.jobs.isReady(lane) || lane.phase == .unsettled
  }
}
