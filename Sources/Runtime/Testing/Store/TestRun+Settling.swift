import Ratchet

// Each effect has ended, or waits for the test, for the clock, or for something outside of the
// store, before time passes; and, if the schedule is in order, before a step of the test returns.
extension TestRun {
  private static var jobBudget: Int { 1_000_000 }
  private static var roundBudget: Int { 100_000 }
  /// After this many passes through the main queue an effect that did nothing waits for something
  /// outside.
  private static var quietRounds: Int { 8 }
  /// How long, in real time, an orphaned task may take until it sleeps on the store's clock or
  /// ends.
  ///
  /// Only a task that waits for something else takes all of it, and only once.
  private static var orphanTimeout: Duration { .milliseconds(250) }

  /// Runs effects until each has ended, waits for the test, sleeps, or waits for something outside;
  /// under any schedule but `inOrder` until the test continues before them.
  ///
  /// An action that a `Store` reduces before anything else can happen keeps all others from
  /// running. `claim` tells whether the test continues; it is asked before each job and each turn
  /// of the main queue.
  func settle(_ claim: () -> TestClaim = { .none }) async throws(BudgetExceeded) {
    var budget = Self.jobBudget
    var rounds = Self.roundBudget
    var quiet = 0
    while true {
      resumeSenders()
      performDismissals()
      if executor.isInOrder {
        if executor.runReady(budget: &budget, while: { !inbox.isUrgent }) { quiet = 0 }
      }
      if inbox.isUrgent { return }
      if budget == 0 || rounds == 0 { throw .jobs(Self.jobBudget - budget) }
      if executor.isInOrder || executor.jobs.isEmpty {
        if executor.live.isEmpty || (quiet > 0 && isSettled) { return }
        if quiet == Self.quietRounds { return executor.assumeRestIsOutside() }
      }
      if !executor.isInOrder {
        switch executor.move(claim()) {
        case .job:
          quiet = 0
          budget -= 1
          continue
        case .mainQueue: break
        case .test: return
        }
      }
      await executor.takeTurn()
      rounds -= 1
      quiet = executor.jobs.isEmpty ? quiet + 1 : 0
    }
  }

  /// Runs what the schedule has left for later, without turns of the main queue.
  func runPostponed() {
    var budget = Self.jobBudget
    resumeSenders()
    while executor.runReady(budget: &budget, while: { !inbox.isUrgent }) { resumeSenders() }
    _ = isSettled
  }

  private var isSettled: Bool {
    executor.isSettled { $0.isAsleep || inbox.holdsAny(from: $0.effect) }
  }

  /// Runs effects until all is at rest, and lets pending time pass.
  func settleAndAdvance(_ claim: () -> TestClaim = { .none }) async throws(BudgetExceeded) {
    try await settle(claim)
    if pendingTime == .zero { return }
    try await advancePendingTime(claim)
    if !executor.isInOrder { try await settle(claim) }
  }

  /// Lets effects continue after a step of the test: until all is at rest if the schedule is in
  /// order, else as far as the schedule says.
  ///
  /// An action that is parked on the way ends the step: a `Store` had reduced it before anything
  /// else.
  func continueEffects() async throws(BudgetExceeded) {
    if executor.isInOrder || pendingTime > .zero {
      try await settle(claimOnTheWay)
      if pendingTime > .zero { try await advancePendingTime(claimOnTheWay) }
    } else {
      try await settle(claimAtEnd())
      if mayContinue { IdleStores.watch() }
    }
  }

  /// What keeps effects from running in a step that has not done what it is to do: while not all
  /// has to be asserted, a parked action, which the step then reduces.
  func claimOnTheWay() -> TestClaim {
    executor.isInOrder || exhaustivity.assertsAll ? .none : inbox.claim
  }

  private func claimAtEnd() -> () -> TestClaim {
    let arrivals = inbox.arrivals
    return { [inbox] in inbox.arrivals > arrivals ? .due : .possible }
  }

  /// Lets all end that can end.
  func finish() async throws(BudgetExceeded) {
    if !executor.isInOrder {
      try await exhaustivity.assertsAll ? settleAndAdvance() : skipAll()
    }
    // Tasks that no effect awaits, and that are about to run on the main actor, run first.
    for _ in 0..<Self.quietRounds {
      await executor.takeTurn()
      try await settleAndAdvance()
    }
    try await settleOrphans()
    try await settleAndAdvance()
    if !exhaustivity.assertsAll { try await skipAll() }
    try await wait(mayFail: exhaustivity.assertsAll) { isAtRest }
    if !exhaustivity.assertsAll { try await skipAll() }
  }

  // MARK: - Time

  /// Adds a duration to the pending time, and lets as much of it pass as can.
  func advance(by duration: Duration) async throws(BudgetExceeded) {
    if !executor.isInOrder, !exhaustivity.assertsAll, duration > .zero { try await skipAll() }
    try await settle()
    pendingTime += duration
    try await advancePendingTime(claimOnTheWay)
  }

  /// Lets pending time pass, from deadline to deadline, until an action is parked.
  ///
  /// When all of it has passed, those who woke last continue as after any other step.
  private func advancePendingTime(
    _ claim: () -> TestClaim
  ) async throws(BudgetExceeded) {
    if pendingTime > .zero, executor.orphanCount > 0 { try await settleOrphans() }
    while pendingTime > .zero, inbox.isEmpty {
      try checkWakeUps()
      var (passed, now, due) = clock.step(upTo: pendingTime)
      pendingTime -= passed
      trace.add(.time(now))
      wakeUps += due.count
      executor.order(&due)
      for sleeper in due { sleeper.wake() }
      try await settle(pendingTime > .zero ? claim : claimAtEnd())
      if executor.orphanCount > 0 { try await settleOrphans() }
    }
  }

  /// Gives up the pending time when too many sleeps have ended in this step of the test and another
  /// one would.
  private func checkWakeUps() throws(BudgetExceeded) {
    guard wakeUps >= wakeUpBudget, clock.hasDeadline(within: pendingTime) else { return }
    let left = pendingTime
    pendingTime = .zero
    throw .wakeUps(wakeUps, left: left)
  }

  // MARK: - Orphaned tasks

  /// Lets tasks that outlive their effects run until they have ended or sleep on the store's clock,
  /// so that time does not pass before them.
  ///
  /// They run on the main actor or on other threads, which the store does not control; how many
  /// there are is known.
  private func settleOrphans() async throws(BudgetExceeded) {
    let end = ContinuousClock.now + Self.orphanTimeout
    var isLate = false
    while runningOrphans > outsideOrphans {
      for _ in 0..<Self.quietRounds { await executor.takeTurn() }
      try await settle()
      if isLate || runningOrphans <= outsideOrphans { break }
      // Checked once more after the timeout: something else may have kept all threads busy.
      isLate = ContinuousClock.now >= end
      if isLate {
        await letOthersRun()
      } else {
        _ = await executor.jobs.arrival(before: .now + .milliseconds(1))
      }
    }
    outsideOrphans = runningOrphans
  }

  /// Returns when a task has had turns on the main actor and on other threads, behind all that
  /// waited for them.
  func letOthersRun() async {
    for _ in 0..<Self.quietRounds {
      await Task { @concurrent in }.value
      await executor.takeTurn()
    }
  }

  /// How many effects have ended and have an orphaned task, none of which sleeps on the store's
  /// clock.
  private var runningOrphans: Int {
    let orphanCount = executor.orphanCount
    if orphanCount == 0 { return 0 }
    let live = Set(executor.live.values.map { ObjectIdentifier($0.lane) })
    let asleep = Set(clock.sleeping.compactMap { $0.lane.map(ObjectIdentifier.init) })
    return max(0, orphanCount - asleep.subtracting(live).count)
  }
}
