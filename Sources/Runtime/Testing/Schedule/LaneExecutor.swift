import Ratchet

/// Runs the effects of a test store, job by job, in an order that a schedule decides.
@MainActor final class LaneExecutor: EffectExecutor {
  /// An effect whose operation has not returned.
  struct LiveLane {
    let lane: Lane
    let effect: RunningEffect
  }

  let jobs = JobList()
  let trace: Trace
  let tokens = LaneTokenCount()
  private(set) var live: [ObjectIdentifier: LiveLane] = [:]
  /// The moment of an action that is sent now.
  private(set) var moment = SendMoment.resumed
  /// The lanes that are unsettled, and those that have ended since.
  private var unsettled: [Lane] = []
  private var random: RandomSource
  private var started = 0
  private let clock: TestClock

  init(schedule: Schedule, clock: TestClock) {
    self.clock = clock
    random = RandomSource(schedule)
    trace = Trace(of: schedule)
  }

  func start(_ effect: RunningEffect, _ leaf: any EffectLeaf) -> Task<Void, Never> {
    started += 1
    let lane = Lane(started, of: effect, clock: clock, jobs: jobs)
    live[lane.effect] = LiveLane(lane: lane, effect: effect)
    trace.add(.started(lane))
    let body: @MainActor @Sendable () async -> Void = {
      await lane.runOwnTask { await leaf.run(effect) }
      self.ended(lane)
    }
    let task = LaneToken.$current.withValue(LaneToken(lane, tokens)) {
      Task(name: effect.name, executorPreference: lane, priority: effect.priority) {
        @concurrent in await body()
      }
    }
    runLast(of: lane, as: .start)
    return task
  }

  /// Runs the job that a lane added last, before any other; false if there is none.
  @discardableResult
  func runLast(of lane: Lane, as moment: SendMoment) -> Bool {
    guard let job = jobs.takeLast(of: lane) else { return false }
    // Restored, because an effect can start inside the job of another one.
    let before = self.moment
    self.moment = moment
    run(job)
    self.moment = before
    return true
  }

  /// Runs jobs, chosen by the schedule, until none is ready, they have to wait, or the budget is
  /// used up.
  ///
  /// - Parameters:
  ///   - budget: How many jobs may run; reduced by those that did.
  ///   - canContinue: Whether another job may run.
  /// - Returns: Whether a job ran.
  func runReady(budget: inout Int, while canContinue: () -> Bool) -> Bool {
    let start = budget
    while budget > 0, canContinue(), let job = next() {
      run(job)
      budget -= 1
    }
    return budget < start
  }

  /// Takes a job that can run, chosen by the schedule.
  private func next() -> ReadyJob? {
    switch jobs.count {
    case 0: nil
    case 1: jobs.take(at: 0)
    case let count: jobs.take(at: random.index(below: count))
    }
  }

  // MARK: - Choices of the schedule

  /// Orders sleepers that are due at one instant by the schedule.
  func order(_ sleepers: inout [TestClock.Sleeper]) {
    if sleepers.count > 1 { random.shuffle(&sleepers) }
  }

  /// The index of what comes next: the first, if the schedule is in order.
  func choose(among count: Int) -> Int { random.index(below: count) }

  /// Whether something that may happen now or later happens now: always, if the schedule is in
  /// order.
  func happensNow() -> Bool { random.index(below: 2) == 0 }

  // MARK: - What effects wait for

  /// Whether it is known of all effects what they wait for.
  func isSettled(by isKnown: (Lane) -> Bool) -> Bool {
    unsettled.removeAll { lane in
      if lane.phase == .unsettled, isKnown(lane) { lane.phase = .settled }
      return lane.phase != .unsettled
    }
    return unsettled.isEmpty
  }

  /// Takes all effects of which nothing is known for effects that wait for something outside of the
  /// test store.
  func assumeRestIsOutside() {
    for lane in unsettled where lane.phase == .unsettled { lane.phase = .settled }
    unsettled = []
  }

  /// How many effects have ended and have an orphaned task; child tasks are awaited and do not
  /// count.
  var orphanCount: Int { max(0, tokens.current - live.count) }

  func recordCancelled(_ effect: RunningEffect) {
    guard let live = live[ObjectIdentifier(effect)] else { return }
    trace.add(.cancelled(live.lane))
  }

  private func ended(_ lane: Lane) {
    live[lane.effect] = nil
    lane.phase = .ended
    trace.add(.ended(lane))
  }

  private func run(_ job: ReadyJob) {
    if job.lane.phase == .settled {
      job.lane.phase = .unsettled
      unsettled.append(job.lane)
    }
    trace.addJob(of: job.lane)
    job.run()
  }
}
