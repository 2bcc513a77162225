import RatchetDependencies

/// Something that depends on a state: a watch of a part of it, or the view of a child.
@MainActor class Dependent {
  /// Its slot in the table of a node; negative if it is in none.
  fileprivate(set) final var slot = -1
  fileprivate final var key: DependentKey?

  /// Whether its client has left without notice.
  var hasEnded: Bool { false }

  /// Finds what has changed and adds it to a list; called at the end of a batch unless the last
  /// seen bytes of the state are unchanged.
  func sweep(in node: StateNode, into changes: inout Changes) {
    preconditionFailure("Watch and StateNode override this method.")
  }

  /// Called after removal from the table, when nothing will change any more.
  func end(in node: StateNode) {
    preconditionFailure("Watch and StateNode override this method.")
  }
}

/// The key of a dependent in its table.
enum DependentKey: Hashable {
  /// The watch of a stored property, by its offset and type: different key paths may lead to the
  /// same property.
  case property(Int, ObjectIdentifier)
  /// The watch of a part that is not a stored property.
  case part(AnyKeyPath)
  /// The watch of the whole state of a root.
  case state
  /// The watch of whether an optional child is present, and which one.
  case presence(AnyKeyPath)
  /// The watch of whether the state stays in its current cases.
  case enumCase([Int])
  /// The watch of whether the state enters a case that it is not in now, whose child has a store of
  /// this type. The case is unknown, since constructors cannot be compared; the line that reads it
  /// stands for it.
  case awaitedCase(ObjectIdentifier, SourceOrigin)
  /// The watch of the elements of a collection and their order.
  case ids(AnyKeyPath)
  /// The view of a child, by its path and the type of its store.
  case child(AnyHashable, ObjectIdentifier)

  static func child<State, Action>(
    _ child: some Hashable, _ store: Store<State, Action>.Type
  ) -> DependentKey {
    .child(AnyHashable(child), ObjectIdentifier(store))
  }
}

/// The dependents of one state, in slots, which are swept in order.
///
/// The last seen bytes of the state are contiguous, so that unchanged dependents are skipped
/// without a call. (j-none: 1,000 rows in 4 us)
// A class, because calling a method of a struct in a class copies it. (o1: 2,190 -> 1,890)
@MainActor final class DependentTable {
  enum Phase {
    /// Nothing waits for the watch. A read leads to `waiting`.
    case idle
    /// Something waits for a change, or a child is in use; swept if its bytes have changed, or it
    /// has none. A read between two actions may lead to `due`, and an announcement to `idle`.
    case waiting
    /// Swept in any case: a read between two actions of a batch saw a value that may not last, so
    /// that any value at the end differs for some reader; or what is watched cannot be compared. An
    /// announcement leads to `idle`, the sweep of a child to `waiting`.
    case due
  }

  /// A slot, with what the search for changes needs to know about its dependent.
  private struct Entry {
    var dependent: Dependent?
    var phase = Phase.idle
    /// The offset and number of the last seen bytes in the state; beyond its end if there are none.
    var offset = Entry.noOffset
    var count = 0
    /// Where they are in `seen`, and how many fit there.
    var start = 0
    var capacity = 0

    static let noOffset = Int.max / 2

    /// Records where the bytes are; returns where to keep them, which is at the end if they no
    /// longer fit, and whether the dependent was idle.
    mutating func see(at offset: Int, count: Int, end: Int) -> (start: Int, wasIdle: Bool) {
      if count > capacity { (start, capacity) = (end, count) }
      (self.offset, self.count) = (offset, count)
      return (start, exchange(&phase, with: .waiting) == .idle)
    }
  }

  private var entries: ContiguousArray<Entry> = []
  private var seen: ContiguousArray<UInt8> = []
  private var unused: [Int] = []
  private var keys: [DependentKey: Dependent] = [:]
  /// The number of dependents that triggers a search for unused ones.
  private var limit = 64
  /// The number of dependents that are not idle.
  private(set) var countInUse = 0

  /// All dependents, in use or not.
  var all: [Dependent] { entries.compactMap(\.dependent) }

  subscript(key: DependentKey) -> Dependent? { keys.isEmpty ? nil : keys[key] }

  func phase(of dependent: Dependent) -> Phase {
    dependent.slot < 0 ? .idle : entries[dependent.slot].phase
  }

  /// Changes the phase of a dependent that is still in the table.
  func setPhase(_ phase: Phase, of dependent: Dependent) {
    if dependent.slot < 0 { return }
    let old = exchange(&entries[dependent.slot].phase, with: phase)
    if old == .idle, phase != .idle { countInUse += 1 }
    if old != .idle, phase == .idle { countInUse -= 1 }
  }

  // MARK: - Members

  /// Adds a dependent, which can be found again if it has a key; if many are idle, moves those to a
  /// pool, so that a table does not grow with every key path ever used.
  func add(_ dependent: Dependent, _ key: DependentKey?, _ pool: ReleasePool) {
    if entries.count - unused.count >= limit {
      let idle = all.filter { phase(of: $0) == .idle || $0.hasEnded }
      pool.add(idle)
      for dependent in idle { remove(dependent) }
      limit = max(64, (entries.count - unused.count) * 2)
    }
    dependent.slot = unused.popLast() ?? entries.count
    if dependent.slot == entries.count { entries.append(Entry()) }
    entries[dependent.slot].dependent = dependent
    dependent.key = key
    if let key { keys[key] = dependent }
  }

  /// Removes a dependent, which the caller moves to a pool, because it holds the last reference to
  /// its key.
  func remove(_ dependent: Dependent) {
    if dependent.slot < 0 { return }
    setPhase(.idle, of: dependent)
    entries[dependent.slot].dependent = nil
    entries[dependent.slot].offset = Entry.noOffset
    entries[dependent.slot].count = 0
    if let key = dependent.key { keys[key] = nil }
    unused.append(dependent.slot)
    dependent.slot = -1
  }

  /// Empties the table and returns its contents.
  func removeAll() -> [Dependent] {
    let removed = all
    for dependent in removed { dependent.slot = -1 }
    entries = []
    seen = []
    unused = []
    keys = [:]
    countInUse = 0
    return removed
  }

  // MARK: - Bytes

  /// Records the bytes, at an offset of the state, that tell whether a dependent has changed; from
  /// now on it waits for them to change.
  ///
  /// `count` bytes at the address must be readable.
  @unsafe func see(
    _ dependent: Dependent, _ bytes: UnsafeRawPointer, at offset: Int, count: Int
  ) {
    if dependent.slot < 0 { return }
    let end = seen.count
    let (start, wasIdle) = entries[dependent.slot].see(at: offset, count: count, end: end)
    if wasIdle { countInUse += 1 }
    if start == end { seen.append(contentsOf: repeatElement(0, count: count)) }
    // Safe: both have as many bytes there.
    unsafe seen.withUnsafeMutableBytes { seen in
      guard let seen = seen.baseAddress else { return }
      unsafe (seen + start).copyMemory(from: bytes, byteCount: count)
    }
  }

  /// Records that the bytes of a dependent are now at another offset of the state.
  func move(_ dependent: Dependent, to offset: Int) {
    if dependent.slot >= 0, entries[dependent.slot].count > 0 {
      entries[dependent.slot].offset = offset
    }
  }

  /// The first dependent in some slots that may have changed, by its bytes; `slots` becomes those
  /// after it.
  func nextChanged(in slots: inout Range<Int>, _ state: UnsafeRawBufferPointer) -> Dependent? {
    let entries = entries
    slots = slots.clamped(to: entries.indices)
    guard let slot = unsafe Self.firstChanged(in: slots, entries, seen, state) else { return nil }
    slots = slot + 1..<slots.upperBound
    return entries[slot].dependent
  }

  // Not isolated, so that the closures do not check their actor. No checks in the loop, and
  // `hasEqualBytes` inlined: j: 115,000 -> 97,000 instructions.
  nonisolated private static func firstChanged(
    in slots: Range<Int>, _ entries: ContiguousArray<Entry>, _ seen: ContiguousArray<UInt8>,
    _ state: UnsafeRawBufferPointer
  ) -> Int? {
    // Safe: all slots are those of entries. `see` has put as many bytes where an entry says they
    // are, and a state that is long enough has as many from the offset.
    unsafe entries.withUnsafeBufferPointer { entries in
      unsafe seen.withUnsafeBytes { seen in
        guard let seen = seen.baseAddress, let bytes = state.baseAddress else {
          return slots.first { unsafe entries[$0].phase != .idle }
        }
        guard let first = entries.baseAddress else { return nil }
        // By address: j-none: 1,000 fewer multiplications.
        var entry = unsafe first + slots.lowerBound
        let end = unsafe first + slots.upperBound
        while unsafe entry < end {
          let (offset, count) = unsafe (entry.pointee.offset, entry.pointee.count)
          if unsafe entry.pointee.phase == .waiting {
            guard offset &+ count <= state.count,
              unsafe hasEqualBytes(seen + entry.pointee.start, bytes + offset, count)
            else { return unsafe entry - first }
          } else if unsafe entry.pointee.phase == .due {
            return unsafe entry - first
          }
          unsafe entry += 1
        }
        return nil
      }
    }
  }
}
