/// The jobs that can run, in the order in which they became ready.
struct ReadyJobs {
  /// Those that have been taken out are empty, and only before the first that is left.
  private var slots: [ReadyJob?] = []
  private var first = 0

  var isEmpty: Bool { first == slots.count }

  var count: Int { slots.count - first }

  mutating func append(_ job: ReadyJob) {
    // Amortized: each job is moved at most once for each that was taken out.
    if first > 0, first * 2 >= slots.count, slots.count == slots.capacity {
      slots.removeFirst(first)
      first = 0
    }
    slots.append(job)
  }

  /// Takes out one job; the first takes its position in the order.
  mutating func take(at position: Int) -> ReadyJob? {
    guard !isEmpty else { return nil }
    if position > 0 { slots.swapAt(first, first + position) }
    let job = slots[first].take()
    first += 1
    if isEmpty {
      // h-poll: the storage stays.
      slots.removeAll(keepingCapacity: true)
      first = 0
    }
    return job
  }

  /// Takes the job that a lane added last.
  mutating func takeLast(of lane: Lane) -> ReadyJob? {
    slots.lastIndex { $0?.lane === lane }.flatMap { slots.remove(at: $0) }
  }

  func contains(_ lane: Lane) -> Bool {
    slots.contains { $0?.lane === lane }
  }

  /// All of them, in order.
  var all: [ReadyJob] { slots.compactMap { $0 } }
}
