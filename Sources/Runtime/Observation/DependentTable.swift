import RatchetDependencies

/// Something that depends on a state: a watch of a part of it, or the view of a child.
@MainActor class Dependent {
  /// Its slot in the table of a node; negative while it is in none.
  fileprivate(set) final var slot = -1
  fileprivate final var key: DependentKey?

  /// Whether whoever was interested has left without being told.
  var hasEnded: Bool { false }

  /// Finds what has changed, and adds it to a list; called at the end of a batch, unless the bytes
  /// that were seen of the state are the same.
  func sweep(in node: StateNode, into changes: inout Changes) {
    preconditionFailure("Watch and StateNode override this method.")
  }

  /// Is called, out of the table, when nothing will change any more.
  func end(in node: StateNode) {
    preconditionFailure("Watch and StateNode override this method.")
  }
}

/// By which a dependent is found again.
enum DependentKey: Hashable {
  /// The watch of a stored property, by its offset and type: key paths that differ may lead to the
  /// same one.
  case property(Int, ObjectIdentifier)
  /// The watch of a part that is not a stored property.
  case part(AnyKeyPath)
  /// The watch of the whole state of a root.
  case state
  /// The watch of whether an optional child is present, and which one.
  case presence(AnyKeyPath)
  /// The watch of whether the state stays of the cases that it is of.
  case enumCase(CaseTags)
  /// The watch of whether the state comes to be of a case that it is not of now, whose child has a
  /// store of this type. Which case is not known, since constructors cannot be compared; the line
  /// that asks for it stands for that.
  case awaitedCase(ObjectIdentifier, SourceOrigin)
  /// The watch of which elements a collection has, and in which order.
  case ids(AnyKeyPath)
  /// The view of a child, by what leads to it and the type of its store.
  case child(AnyHashable, ObjectIdentifier)

  static func child<State, Action>(
    _ child: some Hashable, _ store: Store<State, Action>.Type
  ) -> DependentKey {
    .child(AnyHashable(child), ObjectIdentifier(store))
  }
}

/// All that depends on one state, in slots, in whose order it is looked at.
///
/// The bytes that were seen of the state lie side by side, so that those of which nothing has
/// changed are passed over without being called. (j-none: 1,000 rows in 4 us)
// A class, because to call a method of a struct in a class copies it. (o1: 2,190 -> 1,890)
@MainActor final class DependentTable {
  enum Phase {
    /// A watch that nobody waits for. A read leads to `waiting`.
    case idle
    /// Somebody waits for a change, or a child is in use; looked at if its bytes have changed, or
    /// it has none. A read between two actions may lead to `due`, and an announcement to `idle`.
    case waiting
    /// Looked at in any case: a read between two actions of a batch saw what may not last, so that,
    /// whatever there is at the end, it differs for somebody; or what is watched cannot be
    /// compared. An announcement leads to `idle`, the sweep of a child to `waiting`.
    case due
  }

  /// A slot, with what the search for changes needs of the dependent in it.
  private struct Entry {
    var dependent: Dependent?
    var phase = Phase.idle
    /// Where in the state the bytes are that were seen, and how many; behind all of it if there are
    /// none.
    var offset = Entry.nowhere
    var count = 0
    /// Where they are in `seen`, and how many fit there.
    var start = 0
    var capacity = 0

    static let nowhere = Int.max / 2

    /// Records where the bytes are; returns where they are to be kept, which is at the end if they
    /// do not fit where they were, and whether nobody waited.
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
  /// How many dependents lead to a search for those that nobody uses.
  private var limit = 64
  /// How many dependents are not idle.
  private(set) var countInUse = 0

  /// All that is kept, in use or not.
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

  /// Adds a dependent, which can be found again if it has a key; removes others, given to a pool,
  /// when there are many that nobody waits for, so that a table does not grow with the key paths
  /// that were ever used.
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

  /// Removes a dependent, which the caller gives to a pool: it is the last to hold its key.
  func remove(_ dependent: Dependent) {
    if dependent.slot < 0 { return }
    setPhase(.idle, of: dependent)
    entries[dependent.slot].dependent = nil
    entries[dependent.slot].offset = Entry.nowhere
    entries[dependent.slot].count = 0
    if let key = dependent.key { keys[key] = nil }
    unused.append(dependent.slot)
    dependent.slot = -1
  }

  /// Empties the table, and returns what was in it.
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

  /// Records the bytes that tell whether a dependent has changed, which are at an offset of the
  /// state; from now on it waits for a change of them.
  ///
  /// There must be as many bytes at the address.
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

  /// Records that the bytes of a dependent are somewhere else in the state now.
  func move(_ dependent: Dependent, to offset: Int) {
    if dependent.slot >= 0, entries[dependent.slot].count > 0 {
      entries[dependent.slot].offset = offset
    }
  }

  /// The first dependent in some slots that the end of a batch may concern, by its bytes; the slots
  /// become those behind it.
  func nextChanged(in slots: inout Range<Int>, _ state: UnsafeRawBufferPointer) -> Dependent? {
    let entries = entries
    slots = slots.clamped(to: entries.indices)
    guard let slot = unsafe Self.firstChanged(in: slots, entries, seen, state) else { return nil }
    slots = slot + 1..<slots.upperBound
    return entries[slot].dependent
  }

  // Not isolated, so that the closures do not check on which actor they run. No checks in the loop,
  // and `hasEqualBytes` inlined: j: 115,000 -> 97,000 instructions.
  nonisolated private static func firstChanged(
    in slots: Range<Int>, _ entries: ContiguousArray<Entry>, _ seen: ContiguousArray<UInt8>,
    _ state: UnsafeRawBufferPointer
  ) -> Int? {
    // Safe: all slots are those of entries. `see` has put as many bytes where an entry says that
    // they are, and a state that is not too short has as many from the offset.
    unsafe entries.withUnsafeBufferPointer { entries in
      unsafe seen.withUnsafeBytes { seen in
        guard let seen = seen.baseAddress, let bytes = state.baseAddress else {
          return slots.first { unsafe entries[$0].phase != .idle }
        }
        guard let first = entries.baseAddress else { return nil }
        // By address: j-none: 1,000 multiplications less.
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
