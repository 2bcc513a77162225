/// Lets a thread wait for a dependency value that another thread is creating; traps if threads wait
/// for each other, and reports a long wait.
///
/// Used by a read of a dependency that finds that another thread is creating the value. Records
/// which threads wait, and for which values, so that a cycle is found as soon as it is complete.
package enum WaitGraph {
  /// The length of a wait after which it is reported; tests shorten it.
  package static let reportDelay = TaskLocal(wrappedValue: Duration.seconds(5))

  private static let table = Locked(WaitTable())

  /// Blocks until a value exists.
  ///
  /// Reports a long wait once, and traps if the thread that creates the value waits for this one.
  ///
  /// A `Resolution` is the creation of one value by one thread. The waiting thread may be in the
  /// middle of one itself: that is the `waiter`.
  static func wait(for target: Resolution, report: (_ text: String) -> Void) {
    let wait = WaitTable.Wait(target: target, waiter: .current)
    let delay = reportDelay.get()
    add(wait)
    guard !target.wait(for: delay) else { return remove() }
    // The log may be a dependency that is being created: then this thread waits for it during the
    // call, and the table has room for one wait of a thread.
    remove()
    if target.isFirstReportOfWait() { report(text(of: target, after: delay)) }
    add(wait)
    target.wait()
    remove()
  }

  private static func add(_ wait: WaitTable.Wait) {
    if let cycle = table.withLock({ $0.add(wait, of: .current) }) { trap(on: cycle) }
  }

  private static func remove() {
    table.withLock { $0.removeWait(of: .current) }
  }

  private static func trap(on cycle: [WaitTable.Wait]) -> Never {
    // Each target is created by the thread that waits next in the cycle, and the last one by the
    // first. While it creates the target, that thread reads others, down to the one in the middle
    // of which it waits: these are the names between two targets.
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
