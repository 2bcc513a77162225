import Ratchet

// Finds the action that a step of a test receives, and waits until an effect has sent it. Other
// steps that need something of the effects, such as `finish`, wait in the same way.
extension TestRun {
  /// Finds the action that `TestStore.receive` expects among the *parked* actions, which effects
  /// have sent and the test has not received; returns `nil` if nothing can send it.
  ///
  /// Runs effects until one has sent the action. With exhaustivity off, reduces other actions on
  /// the way to it.
  @inline(__always)  // Inlined, here and below: an async call costs two hops and an allocation.
  func find(
    _ expectation: Expectation<Action>
  ) async throws(BudgetExceeded) -> ParkedAction? {
    if !exhaustivity.assertsActions { return try await findPastOthers(expectation) }
    func matches(_ parked: ParkedAction) -> Bool { isMet(expectation, by: parked) }
    // Stops as soon as the action is parked: the test then continues before other effects.
    try await settleAndAdvance { inbox.claim(where: matches) }
    if let found = inbox.firstReceivable(where: matches) { return found }
    // An action that blocks the start of effects must be received first: the wait is in vain.
    try await wait { inbox.firstReceivable(where: matches) != nil || inbox.blocksStarts }
    return inbox.firstReceivable(where: matches)
  }

  private func isMet(_ expectation: Expectation<Action>, by parked: ParkedAction) -> Bool {
    evaluate { expectation.matches(action(of: parked)) }
  }

  /// With exhaustivity off: finds the expected action, and reduces the actions before it.
  private func findPastOthers(
    _ expectation: Expectation<Action>
  ) async throws(BudgetExceeded) -> ParkedAction? {
    // The test can no longer receive the actions that were reduced before this one.
    defer { forgetSkipped() }
    var gracePeriod = GracePeriod(limits)
    while true {
      if let found = try await skip(until: { isMet(expectation, by: $0) }) { return found }
      try await wait(&gracePeriod) { !inbox.isEmpty }
      if inbox.isEmpty { return nil }
    }
  }

  // MARK: - Waiting

  /// Waits until a condition holds, for a step that finds all effects at rest: for some turns of
  /// the main queue (passes that let it run what is enqueued), then in real time, if something can
  /// arrive from outside the store.
  ///
  /// In `waiting(upTo:)`, the test sets the limit of real time. Elsewhere, the limit is a grace
  /// period for a slow task that an operation makes and awaits. A step that cannot fail, for which
  /// `mayFail` is false, has no grace period.
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
    // While an action is urgent (a `Store` would reduce it before any effect continues), no effect
    // runs, so there is nothing to wait for.
    while !condition(), !inbox.isUrgent {
      // A real-time window is open while a body of `waiting(upTo:)` runs.
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

  /// Whether an effect waits neither for the test, nor for the clock, nor for a chance to run.
  ///
  /// Effects of the kind `listen` do not count: with these, the library itself waits for changes of
  /// shared values.
  private func isOutside(_ live: LaneExecutor.LiveLane) -> Bool {
    live.effect.isLive && live.effect.kind != .listen && !inbox.holdsAny(from: live.lane.effect)
      && !live.lane.isAsleep && !canStillRun(live.lane)
  }

  /// The lanes (executors) of effects that wait for something outside the store's control, except
  /// subscriptions; empty while any effect may still continue.
  var outside: [Lane] {
    if !inbox.isEmpty || executor.turn != nil || executor.isAnyUnsettled { return [] }
    return executor.live.values.filter { isOutside($0) && !$0.effect.cascade.isSubscription }
      .map(\.lane)
  }

  /// Whether the effect of a lane may continue without the test: it has a job (a piece of work) to
  /// run, or it has run and the store does not know yet what it waits for.
  func canStillRun(_ lane: Lane) -> Bool {
    executor.jobs.isReady(lane) || lane.phase == .unsettled
  }
}
