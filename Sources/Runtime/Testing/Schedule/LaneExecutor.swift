import Ratchet

/// Runs the effects of a test store, job by job, in an order that the test's schedule chooses.
///
/// A *job* is a piece of an effect's task that runs without suspending. Each effect has a *lane*,
/// an executor that collects its jobs. A *turn* lets the main queue run what is enqueued there,
/// such as tasks that come back from other threads.
///
/// Used by `TestRun` for each step of a test, and by the store's core, which starts effects. Owns
/// the lanes, the jobs, and the state of the schedule. Do not call `move` or `runReady` while a job
/// runs: only the start of an effect may happen inside the job of another effect.
@MainActor final class LaneExecutor: EffectExecutor {
  /// An effect whose operation has not returned.
  struct LiveLane {
    let lane: Lane
    let effect: RunningEffect
  }

  let limits = TestLimits.current
  let jobs = JobList()
  let trace: Trace
  let tokens = LaneTokenCount()
  private(set) var live: [ObjectIdentifier: LiveLane] = [:]
  /// Whether the schedule is `inOrder`: then a step of the test runs effects until all are at rest.
  var isInOrder: Bool { trace.isInOrder }
  /// The moment that `TestRun` records for an action that an effect sends now, such as the start of
  /// the effect: it decides what may be reduced before the action.
  private(set) var moment = SendMoment.resumed
  /// Lanes for which it is unknown what the effect waits for, and those that have ended since.
  private(set) var unsettled: [Lane] = []
  /// Lanes of effects that time has woken; `holdsTime` removes those that have settled since.
  var awake: [Lane] = []
  private(set) var random: RandomSource
  /// Offered to the schedule while a child task or a call to an actor may be returning through the
  /// main queue: a turn of that queue, labelled with the task that left last; `nil` if none is.
  private(set) var turn: ScheduleOption?
  /// Whether the main queue must get a turn before the schedule chooses again: an effect's own task
  /// has run since the last turn with no visible result, so its continuation may be in the queue;
  /// not set while `turn` offers a turn, because the schedule then chooses when.
  private(set) var isTurnDue = false
  /// Set if the job chosen last, among several options, was an effect's own task that left the main
  /// actor with no visible result: its lane, and the counts after the job.
  ///
  /// The task may only have yielded: if nothing but the return of its lane has changed by the next
  /// choice, that choice repeats the last one.
  private var yielded: (lane: Lane, jobs: Int, events: Int, choices: Int)?
  /// Determines the default option; `nil` for schedules that make every choice.
  private var order: DelayOrder?
  /// The number of actions *parked* (sent by effects, to be received by the test) and of effects
  /// ended; if a job raises it, the job had a visible result.
  private var events = 0
  /// The number of choices made; it numbers the next one if no exploration does.
  private var choices = 0
  /// The exploration that collects the choices of this store to find more schedules; `nil` if there
  /// is none, or if it runs another schedule than this store.
  private let exploration: Exploration?
  /// The number of effects started, which numbers their lanes.
  private var started = 0
  private let clock: TestClock

  init(schedule: Schedule, clock: TestClock) {
    self.clock = clock
    exploration = Exploration.current.flatMap {
      $0.outcomes == nil || $0.schedule != schedule ? nil : $0
    }
    random = RandomSource(schedule)
    if case .deviating = schedule { order = DelayOrder() }
    trace = Trace(of: schedule)
  }

  func start(_ effect: RunningEffect, _ leaf: EffectLeaf) -> Task<Void, any Error> {
    started += 1
    let lane = Lane(started, of: effect, clock: clock, jobs: jobs, trace: trace)
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
      // The task inherits both task-local values. If the task set them itself, each would cost a
      // turn of the main queue.
      Task(name: effect.name, executorPreference: lane, priority: effect.priority) {
        @concurrent in await self.runWork(leaf, of: effect, on: lane)
      }
    }
  }

  private func runWork(_ leaf: EffectLeaf, of effect: RunningEffect, on lane: Lane) async {
    await lane.runOwnTask { await leaf.run(effect) }
    ended(lane)
  }

  /// Runs the job that a lane added last before all other jobs; returns false if there is none.
  ///
  /// For what a `Store` does at once: an effect starts, or continues after its action is reduced.
  @discardableResult
  func runLast(of lane: Lane, as moment: SendMoment) -> Bool {
    guard let job = jobs.takeLast(of: lane) else { return false }
    let before = self.moment
    self.moment = moment
    run(job)
    self.moment = before
    return true
  }

  /// Runs jobs in order until none is ready, none may run any more, or the budget is exhausted.
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

  /// What the schedule has chosen to happen next.
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
  /// - Parameter claim: Whether the test continues first (`due`), if the schedule so chooses
  ///   (`possible`), or not yet (`none`).
  /// - Returns: What happens next.
  func move(_ claim: TestClaim) -> Move {
    if claim == .due { return .test }
    // When the operation of an effect has returned, its task still has to end, and counts as an
    // orphan until then.
    if orphanCount > 0, let position = jobs.ready.firstOfEnded, let job = jobs.take(at: position) {
      // Nothing can observe how such a task ends, so the schedule has no choice to make.
      run(job)
      return .job
    }
    // Not a choice: the turn is due, or only confirms that, as far as is known, nothing can run.
    if isTurnDue || (jobs.isEmpty && turn == nil) { return .mainQueue }
    let before = choices
    let place = chooseNext(mayContinueTest: claim != .none)
    yielded = nil
    switch place {
    case .job(let position):
      guard let job = jobs.take(at: position) else { return .mainQueue }
      random.last = ObjectIdentifier(job.lane)
      if !run(job), job.kind == .leaving, turn == nil, choices > before {
        yielded = (job.lane, jobs.count, events, choiceCount)
      }
      return .job
    case .mainQueue: return .mainQueue
    case .test: return .test
    }
  }

  private func chooseNext(mayContinueTest: Bool) -> NextOptions.Place {
    let options = NextOptions(
      jobs: jobs.ready, turn: turn, mayContinueTest: mayContinueTest)
    return options.place(options.count > 1 ? choose(options) : 0)
  }

  /// Gives the main queue a turn.
  @inline(__always)
  func takeTurn() async {
    let returning = turn
    turn = nil
    isTurnDue = false
    await SearchProgress.takeTurn()
    if let returning { await awaitReturn(returning) }
  }

  /// Gives the main queue up to a few turns, until the returning task has done something visible.
  ///
  /// A task with its own executor passes through the main queue again at every call of a main-actor
  /// function.
  private func awaitReturn(_ option: ScheduleOption) async {
    let before = (jobs.count, events, option.sleeps)
    for _ in 1..<limits.quietTurns where (jobs.count, events, option.sleeps) == before {
      await SearchProgress.takeTurn()
    }
  }

  /// Lets the schedule choose in which order sleepers wake that are due at the same instant.
  func order(_ sleepers: inout [TestClock.Sleeper]) {
    if isInOrder || sleepers.count < 2 { return }
    for first in sleepers.indices.dropLast() {
      let taken = choose(sleepers[first...].map { .wake($0.lane) })
      // Removed and inserted instead of swapped, so that the others keep their order.
      sleepers.insert(sleepers.remove(at: first + taken), at: first)
    }
  }

  /// Returns the index of the option that the schedule chooses, and records the choice.
  private func choose<Options: RandomAccessCollection<ScheduleOption>>(
    _ options: Options
  ) -> Int where Options.Index == Int {
    let number = choiceCount
    choices += 1
    let first = order?.first(of: options) ?? 0
    exploration?.addChoice(among: options, first: first, isSameAsLast: hasOnlyYielded)
    yielded = nil
    let taken = random.choose(among: options, first: first, at: number)
    if taken != first { order?.delay(before: taken, of: options) }
    trace.addChoice(taken, of: options)
    return taken
  }

  /// Whether a task has only yielded since the last choice: it has left the main actor and come
  /// back through the main queue, and nothing else has happened.
  private var hasOnlyYielded: Bool {
    guard let yielded else { return false }
    return yielded.choices == choiceCount && yielded.events == events
      && yielded.jobs + 1 == jobs.count && jobs.isReady(yielded.lane)
  }

  /// The number of choices so far; in an exploration, of all its stores together.
  private var choiceCount: Int { exploration?.nextDeviations.choices ?? choices }

  /// Called when nothing can run any more; ends what the schedule has delayed.
  func effectsSettled() {
    if isInOrder { return }
    order?.effectsSettled()
    awake = []
    clock.effectsSettled()
    trace.addRest()
  }

  // MARK: - Settled effects

  /// Whether it is known what each effect waits for; settles the lanes for which `isKnown` is true.
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

  /// Runs a job; returns whether what it did is visible: another job of its lane is ready, an
  /// action was parked, an effect ended, or a sleep began.
  @discardableResult
  private func run(_ job: ReadyJob) -> Bool {
    if job.lane.phase == .settled {
      job.lane.phase = .unsettled
      unsettled.append(job.lane)
    }
    trace.addJob(of: job.lane)
    if isInOrder {
      job.run()
      return true
    }
    yielded = nil
    let before = (jobs: job.lane.readyJobs, events: events, sleeps: job.lane.sleeps)
    job.run()
    let isVisible =
      job.lane.readyJobs > before.jobs || events > before.events
      || job.lane.sleeps > before.sleeps
    if isVisible || job.lane.phase == .ended { return true }
    switch job.kind {
    case .own, .leaving: if turn == nil { isTurnDue = true }
    case .child, .actor: turn = .mainQueue(job.lane, task: job.childTask)
    }
    return false
  }
}
