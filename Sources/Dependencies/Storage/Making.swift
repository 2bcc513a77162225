import Synchronization

/// The making of one value: on which thread and on whose behalf it happens, and what it reads.
///
/// `@unchecked Sendable` is sound: the constants are set once, `thread` is only compared, `keyType` is a
/// metatype; the rest is atomic or behind a lock.
final class Making: @unchecked Sendable {
  /// The innermost value that is being made around this code; tasks that it creates inherit it.
  private static let innermost = TaskLocal<Making?>(wrappedValue: nil)

  let key: ObjectIdentifier
  /// The line whose read began it.
  let place: Place
  let thread = ThreadIdentity.current
  private let keyType: Any.Type
  /// What the same thread was making already.
  private let outer: Making?
  private let readKeys = Guarded<Set<ObjectIdentifier>>([])
  private let missingTestValues = Guarded<Set<MissingTestValue>>([])
  private let finished = Atomic(false)
  private let waitIsReported = Atomic(false)

  init<Key: DependencyKey>(_ key: Key.Type, readAt place: Place) {
    self.key = ObjectIdentifier(key)
    self.place = place
    keyType = key
    outer = Self.current
  }

  /// What the current thread is making, if anything.
  static var current: Making? {
    innermost.get().flatMap { $0.isFinished || $0.thread != .current ? nil : $0 }
  }

  /// What the value was made from so far.
  var needs: Set<ObjectIdentifier> { readKeys.withLock { $0 } }

  /// The test values that turned out to be missing so far.
  var missing: Set<MissingTestValue> { missingTestValues.withLock { $0 } }

  /// Whether the value is made; what is read through closures of the value later does not count.
  var isFinished: Bool { finished.load(ordering: .acquiring) }

  /// What the key is called in reports.
  var name: String { "\(keyType)" }

  func noteRead(of keys: some Sequence<ObjectIdentifier> & Sendable) {
    readKeys.withLock { $0.formUnion(keys) }
  }

  func noteMissing(_ missing: some Sequence<MissingTestValue> & Sendable) {
    missingTestValues.withLock { $0.formUnion(missing) }
  }

  /// Runs what makes the value.
  func run<Value>(_ body: () -> Value) -> Value {
    defer { finished.store(true, ordering: .releasing) }
    return Self.innermost.withValue(self, operation: body)
  }

  /// True for the first call: that others wait for this one is reported once.
  func isFirstReportOfWait() -> Bool {
    !waitIsReported.exchange(true, ordering: .relaxed)
  }

  /// What the thread makes from `outermost` on up to this, which is made on behalf of it.
  func chain(from outermost: Making) -> [Making] {
    var chain: [Making] = []
    var link: Making? = self
    while let making = link {
      chain.append(making)
      if making === outermost { return chain.reversed() }
      link = making.outer
    }
    return [outermost]
  }
}
