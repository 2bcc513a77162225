import Ratchet

// Runs the effects of a test store until they are at rest, for the steps of a test (`TestStore`).
//
// At rest, each effect has ended, or waits for the test, for the clock, or for something outside
// the store. With the schedule `inOrder`, the store is at rest before time passes and before a step
// returns. Under any other schedule, both may happen earlier.
//
// A *job* is a piece of an effect's task that can run now. A *turn* lets the main queue run what is
// enqueued there. A *claim* says whether the test continues before jobs that could run (see
// `TestClaim`). An action is *parked* from the time when an effect sends it until the test receives
// it; it is *urgent* if a `Store` would reduce it before any job runs. A *lane* is the executor of
// one effect.
extension TestRun {
  /// Runs effects until all are at rest; under any schedule but `inOrder`, the test may continue
  /// before that.
  ///
  /// Returns as soon as an action is urgent. Under any schedule but `inOrder`, calls `claim` before
  /// each job and each turn of the main queue, and returns if that lets the test continue.
  @inline(__always)  // Inlined, here and below: an async call costs two hops and an allocation.
  func settle(_ claim: () -> TestClaim = { .none }) async throws(BudgetExceeded) {
    var progress = SettlingProgress(limits, isShort: hasExceededBudget)
    while try !settle(&progress, claim) {
      await executor.takeTurn()
      progress.countTurn(isQuiet: executor.jobs.isEmpty)
    }
  }

  /// Runs effects until the main queue must get a turn; returns true if `settle` is done.
  ///
  /// With the schedule `inOrder`, all ready jobs run, then a turn follows. Under any other, each
  /// round of the loop does one thing that the schedule chooses: a job, a turn, or the end.
  private func settle(
    _ progress: inout SettlingProgress, _ claim: () -> TestClaim
  ) throws(BudgetExceeded) -> Bool {
    while true {
      // Effects whose actions were reduced continue; then dismissals that effects requested happen.
      resumeSenders()
      performDismissals()
      if executor.isInOrder {
        if executor.runReady(budget: &progress.jobs, while: { !inbox.isUrgent }) {
          progress.quietTurns = 0
        }
      }
      if inbox.isUrgent { return true }
      if progress.isExceeded {
        hasExceededBudget = true
        throw .jobs(progress.jobsRun, limit: progress.exceededLimit)
      }
      // If no job can run, effects are at rest once it is known what each of them waits for. After
      // some turns in which nothing happens, the rest are assumed to wait for something outside. At
      // least one such turn is needed: a task may be returning through the main queue (`turn` is
      // set if one is known to be).
      if executor.isInOrder || executor.jobs.isEmpty && executor.turn == nil {
        let isOver = progress.quietTurns == limits.quietTurns
        if isOver { executor.assumeRestIsOutside() }
        if isOver || executor.live.isEmpty || (progress.quietTurns > 0 && markSettled()) {
          executor.effectsSettled()
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

  /// Runs effects as far as they need no turn of the main queue, at the end of a test, which cannot
  /// wait for a turn.
  func runPostponed() {
    var budget = SettlingProgress(limits, isShort: hasExceededBudget).jobs
    resumeSenders()
    while executor.runReady(budget: &budget, while: { !inbox.isUrgent }) { resumeSenders() }
    markSettled()
  }

  /// Marks effects as settled if it is known what they wait for; returns whether all are settled.
  @discardableResult
  private func markSettled() -> Bool { executor.isSettled(by: isKnown) }

  /// Whether it is known what the effect of a lane waits for: the clock, or the test.
  private func isKnown(_ lane: Lane) -> Bool { lane.isAsleep || inbox.holdsAny(from: lane.effect) }

  /// Runs effects until all are at rest, and lets the pending time pass: the time by which the test
  /// has advanced the clock and which has not passed yet.
  @inline(__always)
  func settleAndAdvance(_ claim: () -> TestClaim = { .none }) async throws(BudgetExceeded) {
    try await settle(claim)
    if pendingTime > .zero { try await advanceAndSettle(claim) }
  }

  private func advanceAndSettle(_ claim: () -> TestClaim) async throws(BudgetExceeded) {
    try await advancePendingTime(claim)
    // Only in order have the effects that woke last already settled.
    if !executor.isInOrder { try await settle(claim) }
  }

  /// Lets effects continue at the end of a step of the test: with the schedule `inOrder` until all
  /// are at rest, otherwise as far as the schedule decides.
  ///
  /// An action that an effect parks then ends the step (with `inOrder`, only if it is urgent): a
  /// `Store` would have reduced the action before anything else.
  @inline(__always)
  func continueEffects() async throws(BudgetExceeded) {
    if executor.isInOrder || pendingTime > .zero {
      // Pending time must still pass, so `claimAtEnd` applies only in `advancePendingTime`.
      try await settle(claimOnTheWay)
      if pendingTime > .zero { try await advancePendingTime(claimOnTheWay) }
    } else {
      try await settle(claimAtEnd())
      if mayContinue { IdleStores.watch() }
    }
  }

  /// The claim while a step is not done yet: with exhaustivity off and a schedule other than
  /// `inOrder`, effects stop for a parked action, which the step then reduces.
  func claimOnTheWay() -> TestClaim {
    executor.isInOrder || exhaustivity.assertsActions ? .none : inbox.claim
  }

  /// The claim at the end of a step: an action that is parked from now on ends the step; without
  /// one, the schedule chooses when the step ends.
  ///
  /// With exhaustivity off, an action that is already parked ends the step, too.
  private func claimAtEnd() -> () -> TestClaim {
    let parked = exhaustivity.assertsActions ? inbox.lastNumber : 0
    return { [inbox] in inbox.lastNumber > parked && !inbox.isEmpty ? .due : .possible }
  }

  /// Runs everything that can still run, for `TestStore.finish`; with exhaustivity off, also
  /// reduces unreceived actions.
  func finish() async throws(BudgetExceeded) {
    // Under any other schedule, the steps before this one may have left effects that can run.
    if !executor.isInOrder {
      try await exhaustivity.assertsActions ? settleAndAdvance() : skipAll()
    }
    // Tasks that no effect awaits may be about to run on the main actor. They run first, so that
    // what they send is reported.
    for _ in 0..<limits.quietTurns {
      await executor.takeTurn()
      try await settleAndAdvance()
    }
    try await settleOrphans()
    try await settleAndAdvance()
    if !exhaustivity.assertsActions { try await skipAll() }
    // What is left may end by something outside the store, and may send an action before that.
    try await wait(mayFail: exhaustivity.assertsActions) { isAtRest }
    if !exhaustivity.assertsActions { try await skipAll() }
  }

  // MARK: - Time

  /// Adds a duration to the pending time and lets as much of it pass as possible; before that, lets
  /// effects settle or, if the schedule chooses so, continue only in part.
  func advance(by duration: Duration) async throws(BudgetExceeded) {
    if executor.isInOrder || duration == .zero {
      try await settle()
    } else {
      if !exhaustivity.assertsActions { try await skipUntilTimeHasAdvanced() }
      try await settleOrPassTime(duration)
    }
    pendingTime += duration
    try await advancePendingTime(claimOnTheWay)
  }

  /// The claim of a step that lets time pass when the test continues.
  ///
  /// Under any schedule but `inOrder`, the schedule may choose to let time pass, and so wake an
  /// effect that sleeps, before other effects that can run. It may not while an effect that time
  /// has woken has not settled yet, or one may be about to sleep (`holdsTime`).
  func claimOfTime(within duration: Duration, _ claim: () -> TestClaim) -> TestClaim {
    let claim = claim()
    if executor.isInOrder || claim != .none { return claim }
    return clock.hasDeadline(within: duration) && !executor.holdsTime(isKnown) ? .possible : .none
  }

  /// Lets pending time pass, from deadline to deadline, until an action is parked.
  ///
  /// The tasks that wake last continue like effects at the end of any other step: under any
  /// schedule but `inOrder`, they may still have work to do when the method returns.
  func advancePendingTime(
    _ claim: () -> TestClaim
  ) async throws(BudgetExceeded) {
    if pendingTime > .zero, executor.orphanCount > 0 { try await settleOrphans() }
    while pendingTime > .zero, inbox.isEmpty {
      try checkWakeUps()
      forgetSkipped()
      // Busy effects could still run, so their next sleep counts from the time before this step.
      var (passed, now, due) = clock.step(upTo: pendingTime, busy: executor.busy(isKnown))
      pendingTime -= passed
      trace.add(.time(now))
      // For the text of a failure.
      if outsideOrphans > 0 { hasPassedOrphans = true }
      wakeUps += due.count
      executor.order(&due)
      executor.wake(due)
      if pendingTime > .zero {
        try await settle { claimOfTime(within: pendingTime, claim) }
      } else {
        try await settle(claimAtEnd())
      }
      if executor.orphanCount > 0 { try await settleOrphans() }
    }
  }

  /// Throws, and discards the pending time, if the sleeps that ended in this step of the test have
  /// used up the budget and the pending time would end another sleep.
  private func checkWakeUps() throws(BudgetExceeded) {
    guard wakeUps >= limits.wakeUps, clock.hasDeadline(within: pendingTime) else { return }
    let left = pendingTime
    pendingTime = .zero
    throw .wakeUps(wakeUps, left: left)
  }

  // MARK: - Orphaned tasks

  /// Waits until each *orphaned* task, which outlives its effect, has ended or sleeps on the
  /// store's clock, because no time may pass before that.
  ///
  /// Orphaned tasks run on the main actor or on other threads, which the store does not control; it
  /// knows only the number of their effects. After a limit of real time, those that are left count
  /// as waiting for something outside.
  private func settleOrphans() async throws(BudgetExceeded) {
    if runningOrphans > outsideOrphans { try await waitForOrphans() }
    outsideOrphans = runningOrphans
  }

  private func waitForOrphans() async throws(BudgetExceeded) {
    let end = ContinuousClock.now + limits.orphanPeriod
    var isLate = false
    while runningOrphans > outsideOrphans {
      for _ in 0..<limits.quietTurns { await executor.takeTurn() }
      try await settle()
      if isLate || runningOrphans <= outsideOrphans { break }
      // Checks once more after the timeout: something else may have kept all threads busy.
      isLate = ContinuousClock.now >= end
      if isLate {
        await yieldToOtherTasks()
      } else {
        _ = await executor.jobs.arrival(before: .now + limits.orphanInterval)
      }
    }
  }

  /// Gives other tasks turns on the main actor and on other threads, after everything that is
  /// already enqueued there.
  func yieldToOtherTasks() async {
    for _ in 0..<limits.quietTurns {
      await Task { @concurrent in }.value
      await executor.takeTurn()
    }
  }

  /// The number of ended effects with orphaned tasks of which none sleeps on the store's clock.
  private var runningOrphans: Int {
    let orphanCount = executor.orphanCount
    if orphanCount == 0 { return 0 }
    let live = Set(executor.live.values.map { ObjectIdentifier($0.lane) })
    let asleep = Set(clock.sleeping.compactMap { $0.lane.map(ObjectIdentifier.init) })
    return max(0, orphanCount - asleep.subtracting(live).count)
  }
}

/// Counts the jobs and turns of one call of `settle`, which gives up when they exceed a budget: an
/// effect then probably runs in an endless loop.
struct SettlingProgress {
  private let jobBudget: Int
  /// The number of jobs that may still run.
  var jobs: Int
  /// The number of turns that the main queue may still take.
  private var turns: Int
  /// The number of turns since a job ran or became ready.
  var quietTurns = 0

  /// `isShort` grants less, for a store whose effects did not settle in an earlier step.
  init(_ limits: TestLimits, isShort: Bool) {
    jobBudget = isShort ? limits.jobs / limits.laterPart : limits.jobs
    jobs = jobBudget
    turns = isShort ? limits.turns / limits.laterPart : limits.turns
  }

  mutating func countJob() {
    quietTurns = 0
    jobs -= 1
  }

  mutating func countTurn(isQuiet: Bool) {
    turns -= 1
    quietTurns = isQuiet ? quietTurns + 1 : 0
  }

  var isExceeded: Bool { jobs == 0 || turns == 0 }

  var exceededLimit: String { jobs == 0 ? "jobs" : "turns" }

  var jobsRun: Int { jobBudget - jobs }
}
