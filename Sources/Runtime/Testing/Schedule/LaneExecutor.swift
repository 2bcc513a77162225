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
  /// When an action is sent that is sent now.
  private(set) var moment = SendMoment.resumed
  /// The effects that ran since it was known what they wait for.
  private var unsettled: Set<ObjectIdentifier> = []
  /// The last one that was added to these.
  private var lastUnsettled: ObjectIdentifier?
  private var random: RandomSource
  private var started = 0

  init(schedule: Schedule) {
    random = RandomSource(schedule)
    trace = Trace(of: schedule)
  }

  func start(_ effect: RunningEffect, _ leaf: any EffectLeaf) -> Task<Void, Never> {
    started += 1
    let lane = Lane(
      number: started, effect: ObjectIdentifier(effect), name: effect.name, origin: effect.origin,
      jobs: jobs)
    live[lane.effect] = LiveLane(lane: lane, effect: effect)
    trace.add(.started(lane))
    let body: @MainActor @Sendable () async -> Void = {
      await leaf.run(effect)
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
    // Kept, because a start can happen inside another one's job.
    let before = self.moment
    self.moment = moment
    run(job)
    self.moment = before
    return true
  }

  /// Runs jobs, chosen by the schedule, until none is ready, they have to wait, or the budget is used up.
  ///
  /// - Parameters:
  ///   - budget: How many jobs may run; reduced by those that did.
  ///   - canContinue: Whether another one may run.
  /// - Returns: Whether any did.
  func runReady(budget: inout Int, while canContinue: () -> Bool) -> Bool {
    let start = budget
    while budget > 0, canContinue(), let job = jobs.next(&random) {
      run(job)
      budget -= 1
    }
    return budget < start
  }

  // MARK: - Choices of the schedule

  /// Brings sleepers that are due at one instant into the order of the schedule.
  func order(_ sleepers: inout [TestClock.Sleeper]) {
    random.shuffle(&sleepers)
  }

  /// Which of several things is next: the first, if the schedule is in order.
  func choose(among count: Int) -> Int { random.index(below: count) }

  /// Whether something that may happen now or later happens now: always, if the schedule is in order.
  func happensNow() -> Bool { random.index(below: 2) == 0 }

  // MARK: - Who waits for what

  /// Whether it is known of all effects what they wait for.
  func isSettled(by isKnown: (Lane) -> Bool) -> Bool {
    if unsettled.isEmpty { return true }
    lastUnsettled = nil
    let isUnknown = { (effect: ObjectIdentifier) in
      self.live[effect].map { !isKnown($0.lane) } ?? false
    }
    if unsettled.contains(where: isUnknown) {
      unsettled = unsettled.filter(isUnknown)
      return false
    }
    unsettled.removeAll(keepingCapacity: unsettled.count < 8)
    return true
  }

  /// Whether an effect ran since it was known what it waits for.
  func isUnsettled(_ lane: Lane) -> Bool { unsettled.contains(lane.effect) }

  /// Records that all others wait for something that the store does not control.
  func assumeRestIsOutside() {
    unsettled = []
    lastUnsettled = nil
  }

  /// How many effects have ended and left a task behind that has not; children of tasks are awaited and do not count.
  var orphanCount: Int { max(0, tokens.current - live.count) }

  func recordCancelled(_ effect: RunningEffect) {
    guard let live = live[ObjectIdentifier(effect)] else { return }
    trace.add(.cancelled(live.lane))
  }

  private func ended(_ lane: Lane) {
    live[lane.effect] = nil
    trace.add(.ended(lane))
  }

  private func run(_ job: ReadyJob) {
    if lastUnsettled != job.lane.effect {
      unsettled.insert(job.lane.effect)
      lastUnsettled = job.lane.effect
    }
    trace.addJob(of: job.lane)
    job.run()
  }
}
