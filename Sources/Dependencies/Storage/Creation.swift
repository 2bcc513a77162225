import Dispatch

/// The creation of the value of one key, by one thread, while it is in progress.
///
/// Used by the thread that creates the value, and by threads that wait for it. Owns the record of
/// what is read in the meantime. A table of all threads says which of them waits for which
/// creation: before a thread waits, it follows the table, and traps if it would wait for itself.
final class Creation: Sendable {
  private struct Threads {
    /// The creation that each thread runs; the innermost one, if a value reads another value that
    /// is created for it.
    var creating: [ThreadIdentity: Creation] = [:]
    /// The creation of another thread for which each thread waits.
    var waiting: [ThreadIdentity: Creation] = [:]
  }

  private struct State {
    var reads: CreatedValue.Reads = ([], [])
    var isFinished = false
    /// Whether a long wait has been reported.
    var isReported = false
  }

  private static let threads = Locked(Threads())

  private let key: any TestDependencyKey.Type
  /// The line whose read began the creation.
  private let origin: SourceOrigin
  private let thread = ThreadIdentity.current
  /// The creation on the same thread that needs this one.
  private let outer = threads.withLock { $0.creating[.current] }
  private let state = Locked(State())
  /// Signaled once at the end; each thread that has waited signals it again for the next one.
  private let end = DispatchSemaphore(value: 0)

  init(_ key: any TestDependencyKey.Type, readAt origin: SourceOrigin) {
    self.key = key
    self.origin = origin
  }

  var id: ObjectIdentifier { ObjectIdentifier(key) }

  /// What was recorded so far.
  var reads: CreatedValue.Reads { state.withLock { $0.reads } }

  /// Records keys that were read, and values that were found missing.
  func record(_ keys: some Sequence<ObjectIdentifier> & Sendable, missing: Set<MissingValue> = []) {
    state.withLock {
      $0.reads.keys.formUnion(keys)
      $0.reads.missing.formUnion(missing)
    }
  }

  /// Whether the value exists; what closures of the value read later is not recorded.
  var isFinished: Bool { state.withLock { $0.isFinished } }

  /// Runs the code that creates the value.
  func run<Value>(_ body: () -> Value) -> Value {
    Self.threads.withLock { $0.creating[thread] = self }
    defer { Self.threads.withLock { $0.creating[thread] = outer } }
    return body()
  }

  /// Records that the value exists, and resumes the threads that wait.
  func finish() {
    state.withLock { $0.isFinished = true }
    end.signal()
  }

  /// Blocks until the value exists.
  ///
  /// Reports a long wait once, and traps if the thread that creates the value waits for this one.
  func wait(_ report: (_ text: String) -> Void) {
    let delay = DependencyValues.waitReportDelay.get()
    if block(upTo: delay) { return }
    let isFirst = !state.withLock { exchange(&$0.isReported, with: true) }
    // Reported between two waits. To log, the thread may have to wait for another value, and the
    // table has one wait for each thread.
    if isFirst {
      report(DependencyMisuse.longWait(key: "\(key)", delay: delay, creator: origin).text)
    }
    _ = block(upTo: nil)
  }

  /// Blocks until the value exists, or for `delay` at most; returns whether the value exists.
  private func block(upTo delay: Duration?) -> Bool {
    Self.threads.withLock { threads in
      trapOnCycle(threads)
      threads.waiting[.current] = self
    }
    defer { Self.threads.withLock { $0.waiting[.current] = nil } }
    let deadline = delay.map { DispatchTime.now() + $0 / .seconds(1) } ?? .distantFuture
    guard end.wait(timeout: deadline) == .success else { return false }
    end.signal()
    return true
  }

  /// Traps if this thread would wait for itself when it waits for this creation.
  ///
  /// Goes from this creation to the one for which its thread waits, and so on. From each thread,
  /// takes the names of the keys from the creation that is waited for to the innermost one. The
  /// caller adds its wait under the same lock, so the last thread of a cycle traps.
  private func trapOnCycle(_ threads: Threads) {
    var names: [String] = []
    var threadCount = 0
    var target: Creation? = self
    // A thread that waits for a finished creation is about to continue, although the table still
    // has the wait.
    while let creation = target, !creation.isFinished {
      threadCount += 1
      names += (threads.creating[creation.thread] ?? creation).path(from: creation)
      if creation.thread == .current {
        fatalError(DependencyMisuse.cycle(names + ["\(key)"], threadCount: threadCount).text)
      }
      target = threads.waiting[creation.thread]
    }
  }

  /// The names of the keys from an outer creation on the same thread to this one.
  private func path(from outermost: Creation) -> [String] {
    (self === outermost ? [] : outer?.path(from: outermost) ?? []) + ["\(key)"]
  }
}

extension DependencyValues {
  /// The length of a wait for a value after which it is reported; tests shorten it.
  package static let waitReportDelay = TaskLocal(wrappedValue: Duration.seconds(5))
}
