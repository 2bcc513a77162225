/// Holds the jobs of a test store that can run, in the order in which they became ready.
///
/// A *job* is a piece of an effect's task that runs without suspending; a *lane* is the executor of
/// one effect. Used by `JobList`, from which the schedule takes one job after the other.
struct ReadyJobs: Sendable {
  /// The jobs; a job that was taken from the front leaves `nil`, so that the others need not move.
  private var slots: [ReadyJob?] = []
  private var first = 0

  var isEmpty: Bool { first == slots.count }

  var count: Int { slots.count - first }

  mutating func append(_ job: ReadyJob) {
    // At least half of the slots are empty, so this moves at most one job for each job taken.
    if first > 0, first * 2 >= slots.count, slots.count == slots.capacity {
      slots.removeFirst(first)
      first = 0
    }
    slots.append(job)
  }

  mutating func append(_ jobs: [ReadyJob]) {
    for job in jobs { append(job) }
  }

  /// Takes one job; the others keep their order.
  mutating func take(at position: Int) -> ReadyJob? {
    // Makes no range of the array for a single job: without this line, each wake-up of an effect
    // that polls takes longer (benchmark `h-poll`).
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
    slots.lastIndex { $0?.lane === lane }.flatMap { slots.remove(at: $0) }
  }

  func lane(at position: Int) -> Lane {
    guard let job = slots[first + position] else {
      preconditionFailure("Jobs that have been taken lie before the first that is left.")
    }
    return job.lane
  }

  /// The position of the first job of an ended effect.
  @MainActor var firstOfEnded: Int? {
    slots.indices.dropFirst(first).first { slots[$0]?.lane.phase == .ended }.map { $0 - first }
  }

  func contains(_ lane: Lane) -> Bool {
    slots.contains { $0?.lane === lane }
  }

  /// All jobs, in order.
  var all: [ReadyJob] { slots.compactMap { $0 } }
}

/// Lists the options for what happens next, from which a schedule chooses: each ready job, then a
/// turn of the main queue, then the test.
///
/// Makes each option on access: of 10,000 jobs, a schedule with a seed accesses only one.
struct NextOptions: RandomAccessCollection {
  let jobs: ReadyJobs
  let mayTurn: Bool
  let mayContinueTest: Bool

  var startIndex: Int { 0 }

  var endIndex: Int { jobs.count + (mayTurn ? 1 : 0) + (mayContinueTest ? 1 : 0) }

  subscript(position: Int) -> ScheduleOption {
    if position < jobs.count { return .run(jobs.lane(at: position)) }
    return mayTurn && position == jobs.count ? .mainQueue : .test
  }
}
