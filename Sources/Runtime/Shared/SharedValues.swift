import RatchetDependencies

/// The values that shared keys have in one store: one for each key.
///
/// Decides only, and changes nothing outside of the store: what is to be reported and released, and
/// what the storage is to be told, is kept until the mirrors have been written.
@usableFromInline package final class SharedValues {
  private let storage: SharedStorage?
  /// The store whose values these are a copy of, in a test.
  private let original: SharedValues?
  /// What mirrors took from the storage in a recording; `nil` if none is repeated.
  private var arrivals: SharedArrivals?
  private var all: [String: AnySharedValue] = [:]
  private var refused: Set<String> = []
  /// Values for which a mirror has appeared for the first time.
  private var new: [AnySharedValue] = []
  private var changed: [AnySharedValue] = []
  private var uncommitted: [AnySharedValue] = []
  /// Those whose mirrors have been written.
  private var replaced: [AnySharedValue] = []
  private var released: [Any] = []
  var reports: [() -> Void] = [] { didSet { hasConsequences = true } }
  // Flags, although the lists tell the same: each access to a list costs 75 instructions, for each
  // action. (shared10: 7 %)
  /// Whether something is to be done that is no part of reducing.
  private(set) var hasConsequences = false
  /// Whether mirrors have changed, or have appeared and may differ from their key.
  private var isUnsettled = false
  /// Whether there may be something to report of who takes changes from outside.
  private var mayLackReceivers = false
  /// Grows with each comparison and each writing of the mirrors; tells which was written last.
  private(set) var round = 0
  /// Values whose changes from outside more than one feature would take.
  private var waiting: [(value: AnySharedValue, origin: SourceOrigin, isReported: Bool)] = []
  /// Whether mirrors are those of an initial state.
  private(set) var isBeginning = true

  init(
    in storage: SharedStorage?, copyOf original: SharedValues? = nil,
    arrivals: SharedArrivals? = nil
  ) {
    self.storage = storage
    self.original = original
    self.arrivals = arrivals
  }

  /// The value of a key, for a mirror that has appeared; `nil` if its name belongs to another key.
  func value<Value>(
    of key: SharedKey<Value>, at origin: SourceOrigin, initial: Value, depth: Int
  ) -> SharedValue<Value>? {
    guard let known = all[key.name] else { return makeValue(of: key, at: origin, initial, depth) }
    guard let value = known as? SharedValue<Value> else {
      refuse(key, .name, at: origin)
      return nil
    }
    isUnsettled = true
    if isBeginning {
      value.offer(initial: initial, depth: depth)
    } else if value.mirrorCount == 0 {
      // The state has no value of the key, which may have changed meanwhile.
      _ = value.adopt(self)
      appear(value)
    }
    return value
  }

  /// Gives a key that the state did not have the value that it had in a recording, or has one kept.
  private func appear(_ value: AnySharedValue) {
    _ = value.adopt(&arrivals, at: .appearance, self)
    value.record(at: .appearance)
  }

  private func makeValue<Value>(
    of key: SharedKey<Value>, at origin: SourceOrigin, _ initial: Value, _ depth: Int
  ) -> SharedValue<Value>? {
    let entry: SharedEntry<Value>?
    do throws(SharedKeyConflict) {
      entry = try storage?.entry(of: key)
    } catch {
      refuse(key, error, at: origin)
      return nil
    }
    let known = original?.all[key.name] as? SharedValue<Value>
    let value = SharedValue(key, isBeginning ? nil : known?.current, in: entry)
    if isBeginning {
      value.offer(initial: initial, depth: depth)
    } else {
      value.open()
      appear(value)
    }
    all[key.name] = value
    new.append(value)
    mayLackReceivers = true
    isUnsettled = true
    return value
  }

  private func refuse(
    _ key: SharedKey<some Any>, _ conflict: SharedKeyConflict, at origin: SourceOrigin
  ) {
    guard original == nil, refused.insert(key.name).inserted,
      storage?.isFirstRefusal(of: key) != false
    else { return }
    reports.append {
      RatchetDependencies.report(
        conflict.message(for: key), fileID: origin.file, line: origin.line)
    }
  }

  // MARK: - Steps

  func begin() {
    for value in new { value.open() }
    isBeginning = false
  }

  func add(replaced value: AnySharedValue) {
    replaced.append(value)
    hasConsequences = true
  }

  func startRound() { round += 1 }

  func add(changed value: AnySharedValue) {
    if !changed.contains(where: { $0 === value }) { changed.append(value) }
    isUnsettled = true
  }

  /// Decides which values the keys have; returns whether mirrors are to be written.
  func settle() -> Bool {
    guard isUnsettled else { return false }
    isUnsettled = false
    for value in exchange(&changed, with: []) {
      value.settle(self)
      if !uncommitted.contains(where: { $0 === value }) { uncommitted.append(value) }
      hasConsequences = true
    }
    return true
  }

  /// Keeps something of the user's until all mirrors are written.
  func release<Value>(_ value: Value) {
    if _isPOD(Value.self) { return }
    released.append(value)
    hasConsequences = true
  }

  // MARK: - What follows

  func commit(under dependencies: DependencyValues) {
    let uncommitted = exchange(&uncommitted, with: [])
    let reports = exchange(&reports, with: [])
    let released = exchange(&released, with: [])
    let replaced = exchange(&replaced, with: [])
    hasConsequences = false
    for value in uncommitted { value.commit(under: dependencies) }
    for report in reports { report() }
    for value in replaced { value.releaseReplaced() }
    extendLifetime(released)
  }

  // MARK: - Changes from outside

  func addWaitingReceiver(of value: AnySharedValue, at origin: SourceOrigin) {
    if waiting.contains(where: { $0.value === value }) { return }
    waiting.append((value, origin, isReported: false))
    mayLackReceivers = true
  }

  /// Whether a feature would take changes that nobody takes any more.
  var lacksReceiver: Bool {
    waiting.contains { $0.value.receiver == nil && $0.value.waitingReceivers > 0 }
  }

  /// Reports keys in files whose changes from outside nobody takes, and keys whose changes more
  /// than one feature would take.
  func reportReceivers() {
    // The subscriptions that take changes are not run when a recording is repeated.
    guard mayLackReceivers, arrivals == nil else { return }
    if !new.isEmpty { reportUnreceived() }
    waiting.removeAll { $0.value.waitingReceivers == 0 }
    mayLackReceivers = !waiting.isEmpty
    for index in waiting.indices where !waiting[index].isReported {
      waiting[index].isReported = true
      let (value, origin, _) = waiting[index]
      RatchetDependencies.report(
        """
        Two features take the changes from outside of the shared key '\(value.name)'.

        The first one gets them. To fix this, declare the key with 'changed:' once, and everywhere \
        else without.
        """, fileID: origin.file, line: origin.line)
    }
  }

  private func reportUnreceived() {
    for value in exchange(&new, with: []) where value.isInFile && value.receiver == nil {
      RatchetDependencies.report(
        """
        The shared key '\(value.name)' is kept in a file, and no feature takes its changes from \
        outside.

        What is in the file arrives only if it was loaded before, and what another program writes \
        arrives never. To fix this, declare the key once with 'changed:', at a feature that is \
        always present: '.shared(\\.\(value.name), .\(value.name), changed: Action.\
        \(value.name)Changed)'.
        """)
    }
  }

  /// Takes the changes from outside of a recorded step; returns whether there are any.
  func adoptRecorded() -> Bool {
    all.values.reduce(false) { $1.adopt(&arrivals, at: .change, self) || $0 }
  }

  /// The value whose changes from outside a subscription takes.
  func value(receivedBy run: Cascade) -> AnySharedValue? {
    all.values.first { $0.receiver?.run === run }
  }

  func value(named name: String) -> AnySharedValue? { all[name] }

  var entries: [any AnySharedEntry] {
    all.sorted { $0.key < $1.key }.compactMap(\.value.anyEntry)
  }
}
