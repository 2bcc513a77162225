/// Records the threads that wait for a value that another thread is creating, and finds cycles of
/// waits.
///
/// Used by `WaitGraph`, which blocks the threads. A resolution is the creation of one value.
struct WaitTable {
  struct Wait {
    /// The resolution of the value for which the thread waits.
    let target: Resolution
    /// The resolution of the value that the waiting thread itself is creating.
    let waiter: Resolution?

    /// The thread that must go on before the waiting thread does; nil once the target exists, when
    /// the wait ends even if it is still in the table.
    fileprivate var blocker: ThreadIdentity? { target.isFinished ? nil : target.thread }
  }

  private var waits: [ThreadIdentity: Wait] = [:]

  /// Adds the wait of a thread, or returns the waits of the cycle that it would close.
  mutating func add(_ wait: Wait, of thread: ThreadIdentity) -> [Wait]? {
    // On a path that leads back to this thread, no thread can resume before this one does, so the
    // path cannot change meanwhile. No wait that closes a cycle is added, so the path ends.
    var path = [wait]
    while let blocker = path.last?.blocker {
      guard blocker != thread else { return path }
      guard let next = waits[blocker] else { break }
      path.append(next)
    }
    waits[thread] = wait
    return nil
  }

  mutating func removeWait(of thread: ThreadIdentity) {
    waits.removeValue(forKey: thread)
  }
}
