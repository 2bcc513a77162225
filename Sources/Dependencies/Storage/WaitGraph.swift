/// Records which threads wait for values that others create, to report cycles and long waits.
///
/// Only waiting threads use it.
package enum WaitGraph {
  /// The length of a wait after which it is reported; tests shorten it.
  package static let reportDelay = TaskLocal(wrappedValue: Duration.seconds(5))

  private struct Wait {
    let target: Resolution
    /// The value that the waiting thread is itself creating.
    let waiter: Resolution?
  }

  private static let waits = Locked<[ThreadIdentity: Wait]>([:])

  /// Blocks until a value exists.
  ///
  /// Reports a long wait once, and traps if the thread that creates the value waits for this one.
  static func wait(for target: Resolution, until end: Latch, report: (_ text: String) -> Void) {
    let wait = Wait(target: target, waiter: .current)
    let delay = reportDelay.get()
    add(wait)
    guard !end.wait(for: delay) else { return remove() }
    // The log may wait too, so this wait is removed from the table during the call.
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

  /// The path from a wait of this thread to that of the thread that creates its target, and so on.
  ///
  /// A thread whose target exists will resume, even if it is still in the table. On a path that
  /// leads back to this thread, no thread can resume before this one does, so the path cannot
  /// change meanwhile. No wait that closes a cycle is added, so the path ends.
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
    // The thread of the next wait creates the target of a wait; this thread creates the last
    // target.
    let names = cycle.indices.flatMap { index in
      let target = cycle[index].target
      let innermost = cycle[(index + 1) % cycle.count].waiter ?? target
      return innermost.chain(from: target).map(\.name)
    }
    let threads =
      cycle.count == 1
      ? "" : " \(cycle.count) threads each create a part of it and wait for each other."
    fatalError(
      """
      The dependency \(names[0]) depends on itself: \
      \((names + [names[0]]).joined(separator: " -> ")).\(threads) \
      Read one of them when it is used, in a closure of the value, not while the value is created.
      """
    )
  }

  private static func text(of target: Resolution, after delay: Duration) -> String {
    """
    Reading \(target.name) has taken more than \(delay) and still waits: another thread is \
    creating its value, for the read at \(target.origin). If that thread waits for this one, for \
    example with DispatchQueue.main.sync or a semaphore, neither continues. Create values without \
    waiting for other threads: do such work when the value is used, in one of its closures.
    """
  }
}
