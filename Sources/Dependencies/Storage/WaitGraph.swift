/// Which threads wait for values that other threads make, so that cycles and long waits are reported.
///
/// Only threads that wait come here.
package enum WaitGraph {
  /// How long a thread waits before that is reported; tests shorten it.
  package static let reportDelay = TaskLocal(wrappedValue: Duration.seconds(5))

  private struct Wait {
    let target: Making
    /// What the waiting thread is making itself.
    let waiter: Making?
  }

  private static let waits = Guarded<[ThreadIdentity: Wait]>([:])

  /// Blocks until a value is made.
  ///
  /// Reports a long wait once, and traps if the maker waits for this thread.
  static func wait(for target: Making, until end: Latch, report: (_ text: String) -> Void) {
    let wait = Wait(target: target, waiter: .current)
    let delay = reportDelay.get()
    add(wait)
    guard !end.wait(for: delay) else { return remove() }
    // The log may wait, too, so this wait is not in the table while it is called.
    remove()
    if target.isFirstReportOfWait() { report(text(of: target, after: delay)) }
    add(wait)
    end.wait()
    remove()
  }

  private static func add(_ wait: Wait) {
    let thread = ThreadIdentity.current
    let cycle: [Wait]? = waits.withLock { waits in
      let path = path(from: wait, in: waits)
      guard path.last?.target.thread != thread else { return path }
      waits[thread] = wait
      return nil
    }
    if let cycle { trap(on: cycle) }
  }

  private static func remove() {
    let thread = ThreadIdentity.current
    waits.withLock { _ = $0.removeValue(forKey: thread) }
  }

  /// A wait of this thread, then the wait of the thread that makes its target, and so on.
  ///
  /// A thread whose target is made goes on, even if it has not left the table yet. The others of a path that leads back
  /// to this thread cannot go on before this one does, so nothing of the path can change while it is walked. No wait
  /// that closes a cycle is added, so the path ends.
  private static func path(from start: Wait, in waits: [ThreadIdentity: Wait]) -> [Wait] {
    var path = [start]
    var last = start
    while last.target.thread != .current, let next = waits[last.target.thread],
      !next.target.isFinished
    {
      path.append(next)
      last = next
    }
    return path
  }

  private static func trap(on cycle: [Wait]) -> Never {
    // The target of a wait is made by the thread of the next wait, that of the last one by this thread.
    let names = cycle.indices.flatMap { index in
      let target = cycle[index].target
      let innermost = cycle[(index + 1) % cycle.count].waiter ?? target
      return innermost.chain(from: target).map(\.name)
    }
    let threads =
      cycle.count == 1
      ? "" : " \(cycle.count) threads each make a part of this, and wait for each other."
    fatalError(
      """
      The dependency \(names[0]) needs itself to be made: \
      \((names + [names[0]]).joined(separator: " -> ")).\(threads) \
      Read one of these when it is used, inside a closure of the value, not while it is made.
      """
    )
  }

  private static func text(of target: Making, after delay: Duration) -> String {
    """
    Reading \(target.name) has taken more than \(delay) and still waits: another thread makes the \
    value, for the read at \(target.place). If that thread waits for this one, for example with \
    DispatchQueue.main.sync or a semaphore, neither goes on. Make values without waiting for other \
    threads: do such work when the value is used, inside one of its closures.
    """
  }
}
