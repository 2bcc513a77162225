import Synchronization

/// The making of one value: on whose behalf it happens, and what it reads.
///
/// `@unchecked Sendable` is sound: the constants are set once, `thread` is only compared, `keyType` is a
/// metatype; the rest is atomic or behind a lock.
final class Making: @unchecked Sendable {
  let key: ObjectIdentifier
  private let keyType: Any.Type
  private let outer: Making?
  private let thread = ThreadIdentity.current
  private let readKeys = Guarded<Set<ObjectIdentifier>>([])
  private let missingTestValues = Guarded<Set<MissingTestValue>>([])
  private let finished = Atomic(false)

  init<Key: DependencyKey>(_ key: Key.Type, outer: Making?) {
    self.key = ObjectIdentifier(key)
    keyType = key
    self.outer = outer
  }

  /// What the value was made from so far.
  var needs: Set<ObjectIdentifier> { readKeys.withLock { $0 } }

  /// The test values that turned out to be missing so far.
  var missing: Set<MissingTestValue> { missingTestValues.withLock { $0 } }

  /// Whether the value is made; what is read through closures of the value later does not count.
  var isFinished: Bool { finished.load(ordering: .acquiring) }

  func noteRead(of keys: some Sequence<ObjectIdentifier> & Sendable) {
    readKeys.withLock { $0.formUnion(keys) }
  }

  func noteMissing(_ missing: some Sequence<MissingTestValue> & Sendable) {
    missingTestValues.withLock { $0.formUnion(missing) }
  }

  func finish() { finished.store(true, ordering: .releasing) }

  /// Traps if the same thread is already making the value for `key`, for it would wait for itself.
  func checkCycle(reading key: ObjectIdentifier) {
    guard !isFinished, thread == .current else { return }
    if let path = path(to: key) {
      fatalError(
        """
        The dependency \(path[0]) needs itself to be made: \
        \((path + [path[0]]).joined(separator: " -> ")). \
        Read one of these when it is used, inside a closure of the value, not while it is made.
        """
      )
    }
  }

  /// The names of the keys being made, from `key` to this one, or nil when `key` is not among them.
  private func path(to key: ObjectIdentifier) -> [String]? {
    if key == self.key { return ["\(keyType)"] }
    guard let outer, !outer.isFinished else { return nil }
    return outer.path(to: key).map { $0 + ["\(keyType)"] }
  }
}
