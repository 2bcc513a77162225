import Ratchet

// Before time passes, and with the schedule `inOrder` before a step of the test returns, each
// effect has ended, or waits for the test, for the clock, or for something outside the store.
extension TestRun {
  /// How long, in real time, an orphaned task may take to sleep on the store's clock or end.
  ///
  /// Only a task that waits for something else takes that long, and only once.
  private static var orphanTimeout: Duration { .milliseconds(250) }

  /// Runs effects until each has ended, waits for the test, sleeps, or waits for something outside;
  /// under any schedule but `inOrder`, until the test continues before that.
  ///
  /// An action that a `Store` reduces before anything else keeps everything else from running.
  /// `claim` tells whether the test continues; it is called before each job and each turn of the
  /// main queue.
  @inline(__always)  // Here and below: an async call takes two hops and an allocation.
  func settle(_ claim: () -> TestClaim = { .none }) async throws(BudgetExceeded) {
    var progress = SettlingProgress(isShort: hasExceededBudget)
    while try !settle(&progress, claim) {
      await executor.takeTurn()
      progress.countTurn(isQuiet: executor.jobs.isEmpty)
    }
  }

  /// The same up to the next turn of the main queue; returns false if one is needed.
  private func settle(
    _ progress: inout SettlingProgress, _ claim: () -> TestClaim
  ) throws(BudgetExceeded) -> Bool {
    while true {
      resumeSenders()
      performDismissals()
      if executor.isInOrder {
        if executor.runReady(budget: &progress.jobs, while: { !inbox.isUrgent }) {
          progress.quiet = 0
        }
      }
      if inbox.isUrgent { return true }
      if progress.isExceeded {
        hasExceededBudget = true
        throw .jobs(progress.jobsRun)
      }
      if executor.isInOrder || executor.jobs.isEmpty {
        if executor.live.isEmpty || (progress.quiet > 0 && isSettled) { return true }
        if progress.quiet == SettlingProgress.quietRounds {
          executor.assumeRestIsOutside()
          return true
        }
      }
      if executor.isInOrder { return false }
      switch executor.move(claim()) {
      case .job: progress.countJob()
      case .mainQueue: return false
      case .test: return true
      }
    }
  }

  /// Runs postponed work without turns of the main queue.
  func runPostponed() {
    var budget = SettlingProgress(isShort: hasExceededBudget).jobs
    resumeSenders()
    while executor.runReady(budget: &budget, while: { !inbox.isUrgent }) { resumeSenders() }
    _ = isSettled
  }

  private var isSettled: Bool {
    executor.isSettled { $0.isAsleep || inbox.holdsAny(from: $0.effect) }
  }

  /// Runs effects until all are at rest, and lets pending time pass.
  @inline(__always)
  func settleAndAdvance(_ claim: () -> TestClaim = { .none }) async throws(BudgetExceeded) {
    try await settle(claim)
    if pendingTime > .zero { try await advanceAndSettle(claim) }
  }

  private func advanceAndSettle(_ claim: () -> TestClaim) async throws(BudgetExceeded) {
    try await advancePendingTime(claim)
    if !executor.isInOrder { try await settle(claim) }
  }

  /// Lets effects continue after a step of the test: until all are at rest with the schedule
  /// `inOrder`, otherwise as far as the schedule decides.
  ///
  /// An action that is parked meanwhile ends the step: a `Store` would have reduced it before
  /// anything else.
  @inline(__always)
  func continueEffects() async throws(BudgetExceeded) {
    if executor.isInOrder || pendingTime > .zero {
      try await settle(claimOnTheWay)
      if pendingTime > .zero { try await advancePendingTime(claimOnTheWay) }
    } else {
      try await settle(claimAtEnd())
      if mayContinue { IdleStores.watch() }
    }
  }

  /// The claim of a step that is not done yet: with exhaustivity off, a parked action keeps effects
  /// from running, and the step then reduces it.
  func claimOnTheWay() -> TestClaim {
    executor.isInOrder || exhaustivity.assertsActions ? .none : inbox.claim
  }

  private func claimAtEnd() -> () -> TestClaim {
    let arrivals = inbox.arrivals
    return { [inbox] in inbox.arrivals > arrivals ? .due : .possible }
  }

  /// Lets everything end that can.
  func finish() async throws(BudgetExceeded) {
    if !executor.isInOrder {
      try await exhaustivity.assertsActions ? settleAndAdvance() : skipAll()
    }
    // Tasks that no effect awaits and that are about to run on the main actor run first.
    for _ in 0..<SettlingProgress.quietRounds {
      await executor.takeTurn()
      try await settleAndAdvance()
    }
    try await settleOrphans()
    try await settleAndAdvance()
    if !exhaustivity.assertsActions { try await skipAll() }
    try await wait(mayFail: exhaustivity.assertsActions) { isAtRest }
    if !exhaustivity.assertsActions { try await skipAll() }
  }

  // MARK: - Time

  /// Adds a duration to the pending time and lets as much of it pass as possible.
  func advance(by duration: Duration) async throws(BudgetExceeded) {
    if !executor.isInOrder, !exhaustivity.assertsActions, duration > .zero { try await skipAll() }
    try await settle()
    pendingTime += duration
    try await advancePendingTime(claimOnTheWay)
  }

  /// Lets pending time pass, from deadline to deadline, until an action is parked.
  ///
  /// Once all of it has passed, the last woken tasks continue as after any other step.
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

  /// Discards the pending time if too many sleeps have ended in this step of the test and another
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
  /// They run on the main actor or on other threads, which the store does not control; only their
  /// number is known.
  private func settleOrphans() async throws(BudgetExceeded) {
    if runningOrphans > outsideOrphans { try await waitForOrphans() }
    outsideOrphans = runningOrphans
  }

  private func waitForOrphans() async throws(BudgetExceeded) {
    let end = ContinuousClock.now + Self.orphanTimeout
    var isLate = false
    while runningOrphans > outsideOrphans {
      for _ in 0..<SettlingProgress.quietRounds { await executor.takeTurn() }
      try await settle()
      if isLate || runningOrphans <= outsideOrphans { break }
      // Checked once more after the timeout: something else may have kept all threads busy.
      isLate = ContinuousClock.now >= end
      if isLate {
        await yieldToOtherTasks()
      } else {
        _ = await executor.jobs.arrival(before: .now + .milliseconds(1))
      }
    }
  }

  /// Returns after tasks have had turns on the main actor and on other threads, behind everything
  /// already enqueued.
  func yieldToOtherTasks() async {
    for _ in 0..<SettlingProgress.quietRounds {
      await Task { @concurrent in }.value
      await executor.takeTurn()
    }
  }

  /// The number of ended effects with an orphaned task, none of which sleeps on the store's clock.
  private var runningOrphans: Int {
    let orphanCount = executor.orphanCount
    if orphanCount == 0 { return 0 }
    let live = Set(executor.live.values.map { ObjectIdentifier($0.lane) })
    let asleep = Set(clock.sleeping.compactMap { $0.lane.map(ObjectIdentifier.init) })
    return max(0, orphanCount - asleep.subtracting(live).count)
  }
}

/// How far one call of `settle` has come.
struct SettlingProgress {
  /// The number of passes through the main queue after which an idle effect is assumed to wait for
  /// something outside.
  static let quietRounds = 8

  private let jobBudget: Int
  /// The number of jobs that may still run.
  var jobs: Int
  /// The number of turns that the main queue may still get.
  private var turns: Int
  /// The number of turns since a job ran.
  var quiet = 0

  /// `isShort` if effects have not come to rest before.
  init(isShort: Bool) {
    jobBudget = isShort ? 10_000 : 1_000_000
    jobs = jobBudget
    turns = isShort ? 1_000 : 100_000
  }

  mutating func countJob() {
    quiet = 0
    jobs -= 1
  }

  mutating func countTurn(isQuiet: Bool) {
    turns -= 1
    quiet = isQuiet ? quiet + 1 : 0
  }

  var isExceeded: Bool { jobs == 0 || turns == 0 }

  var jobsRun: Int { jobBudget - jobs }
}
