import Ratchet

/// Runs the effects of a test store, job by job, in an order that a schedule chooses.
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
  /// Whether the schedule is `inOrder`: then a step of the test runs effects until all are at rest.
  let isInOrder: Bool
  /// The moment of an action that is sent now.
  private(set) var moment = SendMoment.returned
  /// The lanes that are unsettled, and those that have ended since.
  private var unsettled: [Lane] = []
  private(set) var random: RandomSource
  /// Whether a task may be enqueued on the main queue: a job has run since its last turn, and it is
  /// unknown what its task did then.
  private var mayTurn = false
  /// The number of actions parked and effects ended.
  private var events = 0
  private var choices = 0
  /// The exploration that tries all choices, if any, and if the store was given its schedule.
  private let exploration: Exploration?
  private var started = 0
  private let clock: TestClock

  init(schedule: Schedule, clock: TestClock) {
    self.clock = clock
    isInOrder = schedule == .inOrder
    exploration = Exploration.current.flatMap {
      $0.outcomes == nil || $0.schedule != schedule ? nil : $0
    }
    random = RandomSource(schedule)
    trace = Trace(of: schedule)
  }

  func start(_ effect: RunningEffect, _ leaf: EffectLeaf) -> Task<Void, any Error> {
    started += 1
    let lane = Lane(started, of: effect, clock: clock, jobs: jobs)
    live[lane.effect] = LiveLane(lane: lane, effect: effect)
    trace.add(.started(lane))
    let task = RunningEffect.current.withValue(effect) { makeTask(leaf, of: effect, on: lane) }
    runLast(of: lane, as: .start)
    return task
  }

  private func makeTask(
    _ leaf: EffectLeaf, of effect: RunningEffect, on lane: Lane
  ) -> Task<Void, any Error> {
    LaneToken.$current.withValue(LaneToken(lane, tokens)) {
      // The task inherits both values. Set in it, they would cost a turn of the main queue each.
      Task(name: effect.name, executorPreference: lane, priority: effect.priority) {
        @concurrent in await self.run(leaf, of: effect, on: lane)
      }
    }
  }

  private func run(_ leaf: EffectLeaf, of effect: RunningEffect, on lane: Lane) async {
    await lane.runOwnTask { await leaf.run(effect) }
    ended(lane)
  }

  /// Runs the job that a lane added last, before any other; returns false if there is none.
  @discardableResult
  func runLast(of lane: Lane, as moment: SendMoment) -> Bool {
    guard let job = jobs.takeLast(of: lane) else { return false }
    let before = self.moment
    self.moment = moment
    run(job)
    self.moment = before
    return true
  }

  /// Runs jobs in order until none is ready, they must wait, or the budget is exhausted.
  ///
  /// - Parameters:
  ///   - budget: The number of jobs that may run; reduced by those that did.
  ///   - canContinue: Whether another job may run.
  /// - Returns: Whether a job ran.
  func runReady(budget: inout Int, while canContinue: () -> Bool) -> Bool {
    let start = budget
    while budget > 0, canContinue(), !jobs.isEmpty, let job = jobs.take(at: 0) {
      run(job)
      budget -= 1
    }
    return budget < start
  }

  // MARK: - Choices of the schedule

  /// What a schedule chooses to happen next.
  enum Move {
    /// A job has run.
    case job
    /// The main queue gets a turn.
    case mainQueue
    /// The test continues.
    case test
  }

  /// Lets the schedule choose what happens next, and runs a job if that is its choice.
  ///
  /// - Parameter claim: Whether the test may continue.
  /// - Returns: What happens next.
  func move(_ claim: TestClaim) -> Move {
    if claim == .due { return .test }
    // Of an ended effect, only the task is left, which counts as an orphan.
    if orphanCount > 0, let position = jobs.ready.firstOfEnded, let job = jobs.take(at: position) {
      // A task on the way from the end of its operation to its own end, which nothing can observe.
      run(job)
      return .job
    }
    let ready = jobs.count
    // Nothing is known to be runnable: the turn only confirms that.
    if ready == 0, !mayTurn { return .mainQueue }
    let taken = chooseNext(mayContinueTest: claim != .none)
    if taken < ready, let job = jobs.take(at: taken) {
      random.last = ObjectIdentifier(job.lane)
      run(job)
      return .job
    }
    return mayTurn && taken == ready ? .mainQueue : .test
  }

  private func chooseNext(mayContinueTest: Bool) -> Int {
    let options = NextOptions(
      jobs: jobs.ready, mayTurn: mayTurn, mayContinueTest: mayContinueTest)
    return options.count > 1 ? choose(options) : 0
  }

  /// Gives the main queue a turn.
  @inline(__always)
  func takeTurn() async {
    mayTurn = false
    await MainActor.round()
  }

  /// Orders sleepers that are due at the same instant by the schedule.
  func order(_ sleepers: inout [TestClock.Sleeper]) {
    if isInOrder || sleepers.count < 2 { return }
    for first in sleepers.indices.dropLast() {
      let taken = choose(sleepers[first...].map { .wake($0.lane) })
      // Removed and inserted, so that the others keep their order.
      sleepers.insert(sleepers.remove(at: first + taken), at: first)
    }
  }

  /// The index of the action to reduce next, chosen by the schedule.
  func choose(among actions: [ParkedAction]) -> Int {
    if isInOrder || actions.count < 2 { return 0 }
    return choose(actions.map { .receive($0.value) })
  }

  /// Whether an action is reduced before the test continues.
  func isReducedNow(_ action: ParkedAction) -> Bool {
    choose([.receive(action.value), .test]) == 0
  }

  /// The index of the option that the schedule chooses.
  private func choose<Options: RandomAccessCollection<ScheduleOption>>(
    _ options: Options
  ) -> Int where Options.Index == Int {
    let number = exploration?.nextDeviations.choices ?? choices
    choices += 1
    exploration?.addChoice(among: options)
    let taken = random.choose(among: options, at: number)
    trace.addChoice(taken, of: options)
    return taken
  }

  // MARK: - Settled effects

  /// Whether it is known what each effect waits for.
  func isSettled(by isKnown: (Lane) -> Bool) -> Bool {
    unsettled.removeAll { lane in
      if lane.phase == .unsettled, isKnown(lane) { lane.phase = .settled }
      return lane.phase != .unsettled
    }
    return unsettled.isEmpty
  }

  /// Assumes that the unsettled effects wait for something outside the test store.
  func assumeRestIsOutside() {
    for lane in unsettled where lane.phase == .unsettled { lane.phase = .settled }
    unsettled = []
  }

  /// Whether an effect may continue by itself, although it is unknown whether it will.
  var isAnyUnsettled: Bool { !jobs.isEmpty || unsettled.contains { $0.phase == .unsettled } }

  /// The number of ended effects with an orphaned task; child tasks are awaited and do not count.
  var orphanCount: Int { max(0, tokens.current - live.count) }

  func recordCancelled(_ effect: RunningEffect) {
    guard let live = live[ObjectIdentifier(effect)] else { return }
    trace.add(.cancelled(live.lane))
  }

  /// Records that a task has parked an action, and so waits for the test.
  func recordParked() { events += 1 }

  private func ended(_ lane: Lane) {
    events += 1
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
    if isInOrder { return job.run() }
    let before = (moment: moment, jobs: jobs.count, events: events, sleeps: job.lane.sleeps)
    if moment == .returned { moment = .resumed }
    job.run()
    // Restored, because an effect can start inside a job of another one.
    moment = before.moment
    let isKnown =
      jobs.count > before.jobs || events > before.events || job.lane.sleeps > before.sleeps
    if !isKnown, job.lane.phase != .ended { mayTurn = true }
  }
}

/// Whether the test continues before effects that could run.
enum TestClaim {
  /// It does not: they run.
  case none
  /// The schedule chooses.
  case possible
  /// It does, as with a `Store`, which would already have reduced a parked action.
  case due
}
