/// Holds the jobs of a test store that can run, in the order in which they became ready.
///
/// A *job* is a piece of an effect's task that runs without suspending; a *lane* is the executor of
/// one effect. The *kind* of a job says what the job belongs to: the effect's own task on the main
/// actor (`own`), that task as it leaves the main actor (`leaving`), a child task, or an actor.
///
/// Used by `JobList`, from which the schedule takes one job after the other.
struct ReadyJobs: Sendable {
  /// The jobs; a job that was taken from the front leaves `nil`, so that the others need not move.
  private(set) var slots: [ReadyJob?] = []
  /// The index of the first slot with a job; positions of jobs count from there.
  private(set) var first = 0
  /// The number of jobs of each kind but `own`, the usual kind, whose number is not needed.
  private(set) var counts: [ReadyJob.Kind: Int] = [:]

  var isEmpty: Bool { first == slots.count }

  var count: Int { slots.count - first }

  mutating func append(_ job: ReadyJob) {
    // At least half of the slots are empty, so this moves at most one job for each job taken.
    if first > 0, first * 2 >= slots.count, slots.count == slots.capacity {
      slots.removeFirst(first)
      first = 0
    }
    slots.append(job)
    job.lane.changeReadyJobs(by: 1)
    if job.kind != .own { counts[job.kind, default: 0] += 1 }
  }

  mutating func append(_ jobs: [ReadyJob]) {
    for job in jobs { append(job) }
  }

  /// Takes one job; the others keep their order.
  mutating func take(at position: Int) -> ReadyJob? {
    let job = remove(at: position)
    job?.lane.changeReadyJobs(by: -1)
    if let job, job.kind != .own { counts[job.kind]? -= 1 }
    return job
  }

  private mutating func remove(at position: Int) -> ReadyJob? {
    // Usually there is one job. The code below would make a range of the array to empty it: without
    // this line, each wake-up of an effect that polls takes longer (benchmark `h-poll`).
    if slots.count == 1 { return slots.removeLast() }
    if position > 0 { return slots.remove(at: first + position) }
    let job = slots[first].take()
    first += 1
    if isEmpty {
      slots.removeAll(keepingCapacity: true)
      first = 0
    }
    return job
  }

  /// Takes the job that a lane added last; returns `nil` if there is none.
  mutating func takeLast(of lane: Lane) -> ReadyJob? {
    slots.lastIndex { $0?.lane === lane }.flatMap { take(at: $0 - first) }
  }

  /// The option to run a job, from which a schedule chooses.
  func option(at position: Int) -> ScheduleOption {
    guard let job = slots[first + position] else {
      preconditionFailure("Jobs that have been taken lie before the first that is left.")
    }
    return .run(job.lane, task: job.childTask)
  }

  /// The position of the first job of an effect whose operation has returned; `LaneExecutor` runs
  /// such a job before all others, to end the effect's task.
  @MainActor var firstOfEnded: Int? {
    slots.indices.dropFirst(first).first { slots[$0]?.lane.phase == .ended }.map { $0 - first }
  }

  /// Whether a job of this kind is ready; do not ask for `own`, which is not counted.
  func hasAny(_ kind: ReadyJob.Kind) -> Bool { counts[kind, default: 0] > 0 }

  /// The positions of all jobs except jobs of actors.
  var positionsOutsideActors: [Int] {
    if counts[.actor] == count { return [] }
    return slots.indices.dropFirst(first).filter { slots[$0]?.kind != .actor }.map { $0 - first }
  }

  /// All jobs, in order.
  var all: [ReadyJob] { slots.compactMap { $0 } }
}

/// Lists the options for what happens next, from which a schedule chooses: each ready job that
/// may run, then a turn of the main queue, then the test.
///
/// Used by `LaneExecutor`. On a turn, the main queue runs what is enqueued there, such as a task
/// that returns from an actor. Makes each option on access: of 10,000 jobs, a schedule with a seed
/// accesses only one.
struct NextOptions: RandomAccessCollection {
  /// What an option stands for.
  enum Place {
    /// The job at a position in the list of ready jobs.
    case job(Int)
    /// A turn of the main queue, with the option that stands for it.
    case mainQueue(ScheduleOption)
    case test
  }

  private let jobs: ReadyJobs
  /// The option of a turn of the main queue; `nil` if nothing may be returning through it.
  private let turn: ScheduleOption?
  private let mayContinueTest: Bool
  /// The positions of the jobs that may run; `nil` if all may.
  private let positions: [Int]?

  init(jobs: ReadyJobs, turn: ScheduleOption?, mayContinueTest: Bool) {
    self.jobs = jobs
    self.turn = turn
    self.mayContinueTest = mayContinueTest
    // While a task may be returning, no job of an actor may run: nothing needs to come between the
    // returns of two tasks (decision 39).
    positions = turn != nil && jobs.hasAny(.actor) ? jobs.positionsOutsideActors : nil
  }

  private var jobCount: Int { positions?.count ?? jobs.count }

  var startIndex: Int { 0 }

  var endIndex: Int { jobCount + (turn == nil ? 0 : 1) + (mayContinueTest ? 1 : 0) }

  func place(_ index: Int) -> Place {
    if index < jobCount { return .job(positions?[index] ?? index) }
    if let turn, index == jobCount { return .mainQueue(turn) }
    return .test
  }

  subscript(index: Int) -> ScheduleOption {
    switch place(index) {
    case .job(let position): jobs.option(at: position)
    case .mainQueue(let turn): turn
    case .test: .test
    }
  }
}
