/// When throttled effects began last, and what that means for the next one: a value that decides.
struct ThrottleTable {
  /// What is limited: the effects of one feature with one id.
  struct Subject {
    let path: [PathComponent]
    let id: AnyID
  }

  /// What becomes of an effect.
  enum Decision<Instant: InstantProtocol>: Equatable {
    case begins
    /// Waits, instead of the one that waits already.
    case waits(until: Instant)
    case isDropped
  }

  private struct Key: Hashable {
    let path: PathTable.ID
    let id: AnyID
  }

  private struct Entry {
    /// The instant of the clock that it was measured with.
    let begun: any Sendable
    let isOver: () -> Bool
  }

  private var entries: [Key: Entry] = [:]
  private var limit = 16
  /// The features that it remembers; not in the ledger, which has nothing left when nothing is in flight.
  private(set) var paths = PathTable()
  /// What was forgotten: ids and instants of the user's, to be released when the table does not
  /// change.
  private var released: [Any] = []

  /// How many effects it remembers.
  var count: Int { entries.count }

  /// Whether it remembers effects of features below the root.
  var hasPaths: Bool { paths.count > 0 }

  /// Decides what becomes of an effect that comes now, while another one of its kind waits or none does.
  mutating func decide<C: Clock>(
    _ subject: Subject, _ clock: C, duration: C.Duration, latest: Bool, isAnotherWaiting: Bool
  ) -> Decision<C.Instant> {
    if isAnotherWaiting, !latest { return .isDropped }
    let now = clock.now
    let path = intern(subject.path)
    defer { paths.release(path) }
    if let begun = entries[Key(path: path, id: subject.id)]?.begun as? C.Instant {
      let end = begun.advanced(by: duration)
      if isAnotherWaiting || now < end { return .waits(until: end) }
    }
    // Its time is over and forgotten, but it has not begun yet.
    if isAnotherWaiting { return .waits(until: now) }
    noteBeginning(of: subject, clock, duration: duration)
    return .begins
  }

  /// Records that an effect begins now.
  mutating func noteBeginning<C: Clock>(of subject: Subject, _ clock: C, duration: C.Duration) {
    let end = clock.now.advanced(by: duration)
    let path = intern(subject.path)
    let entry = Entry(begun: clock.now, isOver: { clock.now >= end })
    if let old = entries.updateValue(entry, forKey: Key(path: path, id: subject.id)) {
      released.append(old)
      paths.release(path)
    }
    if entries.count > limit {
      forgetPast()
      limit = max(16, 2 * entries.count)
    }
  }

  /// Forgets features that are not there any more, and those below them.
  mutating func remove(_ missing: [PathTable.ID]) {
    if missing.isEmpty { return }
    let missing = Set(missing)
    let paths = paths
    forget { key, _ in
      sequence(first: key.path) { paths.parent(of: $0) }.contains { missing.contains($0) }
    }
  }

  /// Forgets effects whose time is over.
  mutating func forgetPast() {
    forget { $1.isOver() }
  }

  private mutating func forget(where isMeant: (Key, Entry) -> Bool) {
    for (key, entry) in entries where isMeant(key, entry) {
      released.append((key, entry))
      entries[key] = nil
      paths.release(key.path)
    }
  }

  /// Takes what was forgotten, to be released when the table does not change.
  mutating func takeReleased() -> [Any] {
    let components = exchange(&paths.released, with: [])
    return exchange(&released, with: []) + components
  }

  /// Whether something was forgotten.
  var hasReleased: Bool { !released.isEmpty || !paths.released.isEmpty }

  /// The name of a path, which has to be released.
  private mutating func intern(_ components: [PathComponent]) -> PathTable.ID {
    var path = PathTable.ID.root
    for component in components {
      let next = paths.intern(component, under: path)
      paths.release(path)
      path = next
    }
    return path
  }
}
