import Dispatch
import Synchronization

/// The creation of the value of one key, while it is in progress: by which thread, and which other
/// keys it reads.
///
/// Used by the thread that creates the value, and by threads that wait for it. A resolution that
/// ends leaves in the value's entry (the object that stores the value) which keys the value depends
/// on.
///
/// `@unchecked Sendable` is sound: the stored properties are constants; `thread` is only compared,
/// `keyType` is a metatype, the others are Sendable.
final class Resolution: @unchecked Sendable {
  /// The innermost resolution around this code; inherited by tasks that it creates.
  private static let innermost = TaskLocal<Resolution?>(wrappedValue: nil)

  let key: ObjectIdentifier
  /// The line whose read began the resolution.
  let origin: SourceOrigin
  /// The thread that creates the value.
  let thread: ThreadIdentity
  private let keyType: Any.Type
  /// The resolution on the same thread that needs this one.
  private let outer: Resolution?
  private let readKeys = Locked<Set<ObjectIdentifier>>([])
  private let missingValues = Locked<Set<MissingValue>>([])
  private let finished = Atomic(false)
  /// Signaled at the end; each thread that has waited passes the signal on.
  private let end = DispatchSemaphore(value: 0)
  private let waitIsReported = Atomic(false)

  init<Key: TestDependencyKey>(
    _ key: Key.Type, readAt origin: SourceOrigin, on thread: ThreadIdentity = .current
  ) {
    self.key = ObjectIdentifier(key)
    self.origin = origin
    self.thread = thread
    keyType = key
    outer = Self.current
  }

  /// The innermost resolution of the current thread.
  static var current: Resolution? {
    innermost.get().flatMap { $0.isFinished || $0.thread != .current ? nil : $0 }
  }

  /// The keys read so far.
  var needs: Set<ObjectIdentifier> { readKeys.withLock { $0 } }

  /// The values found missing so far.
  var missing: Set<MissingValue> { missingValues.withLock { $0 } }

  /// Whether the value exists; what closures of the value read later is not recorded.
  var isFinished: Bool { finished.load(ordering: .acquiring) }

  /// The name of the key in reports.
  var name: String { "\(keyType)" }

  func recordRead(of keys: some Sequence<ObjectIdentifier> & Sendable) {
    readKeys.withLock { $0.formUnion(keys) }
  }

  func recordMissing(_ missing: some Sequence<MissingValue> & Sendable) {
    missingValues.withLock { $0.formUnion(missing) }
  }

  /// Runs the code that creates the value.
  func run<Value>(_ body: () -> Value) -> Value {
    Self.innermost.withValue(self, operation: body)
  }

  /// Records that the value exists, created by this resolution or by one before it, and resumes
  /// the threads that wait.
  func finish() {
    finished.store(true, ordering: .releasing)
    end.signal()
  }

  /// Blocks until the value exists; returns false if `duration` has passed before.
  @discardableResult
  func wait(for duration: Duration? = nil) -> Bool {
    let deadline = duration.map { DispatchTime.now() + $0 / .seconds(1) } ?? .distantFuture
    guard end.wait(timeout: deadline) == .success else { return false }
    end.signal()
    return true
  }

  /// Returns true for the first call: a long wait for this value is reported once.
  func isFirstReportOfWait() -> Bool {
    !waitIsReported.exchange(true, ordering: .relaxed)
  }

  /// The resolutions from an outer one on the same thread to this one, in order: the keys between
  /// them are named in the message about values that depend on each other.
  func chain(from outermost: Resolution) -> [Resolution] {
    var chain: [Resolution] = []
    var link: Resolution? = self
    while let resolution = link {
      chain.append(resolution)
      if resolution === outermost { return chain.reversed() }
      link = resolution.outer
    }
    return [outermost]
  }
}
