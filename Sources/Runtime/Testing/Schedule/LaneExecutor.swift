import Ratchet

/// Runs the effects of a test store, job by job, in an order that a schedule decides.
@MainActor final class LaneExecutor: EffectExecutor {
  /// An effect whose operation has not returned.
  final class LiveLane {
    let lane: Lane
    let effect: RunningEffect
    /// It waits for something that the store does not control.
    var isOutside = false

    init(lane: Lane, effect: RunningEffect) {
      self.lane = lane
      self.effect = effect
    }
  }

  let jobs = JobList()
  private(set) var live: [ObjectIdentifier: LiveLane] = [:]
  /// The first part of an effect runs, up to its first suspension that is not a send.
  private(set) var isStarting = false
  private var random: RandomSource

  init(schedule: Schedule) {
    random = RandomSource(schedule)
  }

  func start(_ effect: RunningEffect, operation: @escaping Operation) -> Task<Void, Never> {
    let label = "\(effect.name.map { "\"\($0)\"" } ?? "run") (\(effect.origin?.description ?? "")"
    let lane = Lane(label: label + ")", jobs: jobs)
    live[ObjectIdentifier(lane)] = LiveLane(lane: lane, effect: effect)
    let body: @MainActor @Sendable () async -> Void = {
      await operation()
      self.live[ObjectIdentifier(lane)] = nil
    }
    let task = Lane.$current.withValue(lane) {
      Task(name: effect.name, executorPreference: lane, priority: effect.priority) {
        @concurrent in await body()
      }
    }
    runStarting(lane)
    return task
  }

  /// Runs the job that a lane added last, as the start of its effect; false if there is none.
  @discardableResult
  func runStarting(_ lane: Lane) -> Bool {
    guard let job = jobs.takeLast(of: lane) else { return false }
    isStarting = true
    run(job)
    isStarting = false
    return true
  }

  /// Runs jobs, chosen by the schedule, until none is ready, or the budget is used up.
  ///
  /// - Parameter budget: How many jobs may run; reduced by those that did.
  /// - Returns: Whether any did.
  func runReady(budget: inout Int) -> Bool {
    let start = budget
    while budget > 0, let job = jobs.next(&random) {
      run(job)
      budget -= 1
    }
    return budget < start
  }

  /// Brings sleepers that are due at one instant into the order of the schedule.
  func order(_ sleepers: inout [TestClock.Sleeper]) {
    random.shuffle(&sleepers)
  }

  private func run(_ job: ReadyJob) {
    live[ObjectIdentifier(job.lane)]?.isOutside = false
    job.run()
  }
}
