import RatchetDependencies

/// Something that depends on a state: a watch, which notifies the observers of a part of the state,
/// or the view of a child.
///
/// Used by the node of the state, which *sweeps* it: checks for changes at the end of a batch, when
/// no action is queued and no effect is pending. Owned by the node's table. Do not release it while
/// a call works in the tree of nodes: see ``ReleasePool``.
@MainActor class Dependent {
  /// The range of bytes in the state on which this depends: while they stay the same, nothing has
  /// changed for this dependent, and it is not swept.
  ///
  /// `nil` if only a sweep can tell. A dependent with a range must keep alive what the bytes refer
  /// to: a new object in the memory of a released one would have the same bytes.
  final var bytes: Range<Int>?
  /// Its position in the table of a node; negative if it is in none.
  fileprivate(set) final var slot = -1
  /// Its key in that table; `nil` if it is not looked up by a key.
  ///
  /// It stays after a removal, because the release of the key may call user code.
  fileprivate(set) final var key: DependentKey?

  /// Adds this watch to the list if its value has changed or, for a view, the watches in it that
  /// have changed; called at the end of a batch unless the bytes of this dependent are unchanged.
  func sweep(in node: StateNode, into changes: inout Changes) {}

  /// Ends the sequences of values (`Store.states(of:)`) that read this: the store was dismissed, so
  /// the state does not change any more.
  func endStreams(in node: StateNode) {}
}

/// Holds the dependents of one state in numbered slots, and tells which of them must be swept
/// because the bytes that they depend on have changed.
///
/// Used by the node of the state, which owns it. Owns the dependents. Do not release what is
/// removed from it, but move it to the `ReleasePool`: a `deinit`, which is user code, must not run
/// while the table changes.
///
/// The bytes are compared for speed: without that, a change with 100 observers of 100 fields would
/// take longer than in comparable libraries.
@MainActor final class DependentTable {
  enum Phase {
    /// No observer waits for the watch. A read leads to `waiting`, or to `due` if the value cannot
    /// be compared.
    case idle
    /// An observer waits for a change, or a child is in use; swept if the bytes on which it depends
    /// have changed, or if it has no range of bytes.
    ///
    /// A read between two actions of a batch may lead to `due`. A sweep that finds a change leads
    /// to `idle`, just before the observers are notified.
    case waiting
    /// Swept in any case.
    ///
    /// A watch is due if values of its type cannot be compared, or if it was read between two
    /// actions of a batch: readers may then have seen two values, and any value at the end differs
    /// from one of them. The sweep leads to `idle`. A view of a child is due if it is new, or
    /// something in it is due or was read in a batch. The sweep leads to `waiting`.
    case due
  }

  struct Slot {
    var dependent: Dependent?
    var phase = Phase.idle
    /// A copy of the dependent's range.
    var bytes: Range<Int>?
  }

  private(set) var slots: [Slot] = []
  /// The bytes of the state at the last sweep, as words of eight bytes.
  ///
  /// `nil` if all bytes count as changed: before the first sweep, and after a read or a `scope` in
  /// the middle of a batch.
  private var lastWords: [UInt64]?
  /// The numbers of the slots without a dependent.
  private(set) var unused: [Int] = []
  /// The dependents that have a key.
  private(set) var keys: [DependentKey: Dependent] = [:]
  /// The number of dependents at which `add` removes the idle ones.
  private var limit = 64
  /// The number of dependents that are not idle.
  private(set) var countInUse = 0
  /// The number of dependents that are due.
  ///
  /// It is nearly always 0. A change of one row of a collection then takes no search for due ones
  /// among the views of the other rows.
  private(set) var countDue = 0

  /// All dependents, in use or not.
  var all: [Dependent] { slots.compactMap(\.dependent) }

  subscript(key: DependentKey) -> Dependent? { keys.isEmpty ? nil : keys[key] }

  func phase(of dependent: Dependent) -> Phase {
    dependent.slot < 0 ? .idle : slots[dependent.slot].phase
  }

  /// Changes the phase of a dependent that is still in the table.
  func setPhase(_ phase: Phase, of dependent: Dependent) {
    if dependent.slot < 0 { return }
    let old = exchange(&slots[dependent.slot].phase, with: phase)
    if old == .idle, phase != .idle { countInUse += 1 }
    if old != .idle, phase == .idle { countInUse -= 1 }
    if old == .due { countDue -= 1 }
    if phase == .due { countDue += 1 }
  }

  // MARK: - Members

  /// Adds a dependent, which can be found by its key if it has one.
  ///
  /// If the table has many dependents, first moves those to a pool that are idle or that nothing
  /// reads any more: otherwise the table would grow with every key path ever used.
  func add(_ dependent: Dependent, _ key: DependentKey?, _ pool: ReleasePool) {
    if slots.count - unused.count >= limit {
      let idle = all.filter { phase(of: $0) == .idle || ($0 as? Watch)?.hasEnded == true }
      pool.add(idle)
      for dependent in idle { remove(dependent) }
      limit = max(64, (slots.count - unused.count) * 2)
    }
    dependent.slot = unused.popLast() ?? slots.count
    if dependent.slot == slots.count { slots.append(Slot()) }
    slots[dependent.slot] = Slot(dependent: dependent, bytes: dependent.bytes)
    dependent.key = key
    if let key { keys[key] = dependent }
  }

  /// Removes a dependent.
  ///
  /// The caller moves it to a pool: it then holds the last reference to its key, whose release may
  /// call user code.
  func remove(_ dependent: Dependent) {
    if dependent.slot < 0 { return }
    setPhase(.idle, of: dependent)
    slots[dependent.slot].dependent = nil
    if let key = dependent.key { keys[key] = nil }
    unused.append(dependent.slot)
    dependent.slot = -1
  }

  /// Empties the table and returns its contents.
  func removeAll() -> [Dependent] {
    let removed = all
    for dependent in removed { dependent.slot = -1 }
    slots = []
    unused = []
    keys = [:]
    countInUse = 0
    countDue = 0
    return removed
  }

  // MARK: - Changes

  /// Makes all bytes count as changed at the end of this batch; called when the state is read or
  /// scoped to in the middle of the batch.
  func forgetBytes() {
    lastWords = nil
  }

  /// Keeps the bytes of the state until the next call; returns one range that includes all bytes
  /// that may have changed since the last call.
  func changedBytes(_ words: [UInt64]) -> Range<Int> {
    guard let last = exchange(&lastWords, with: words) else { return 0..<Int.max }
    var changed = 0..<0
    for index in words.indices where words[index] != last[index] {
      changed = (changed.isEmpty ? index * 8 : changed.lowerBound)..<(index + 1) * 8
    }
    return changed
  }

  /// The dependents to be swept if the bytes in a range have changed: those that are due, and those
  /// that wait and depend on one of the bytes, or have no range.
  func dependents(affectedBy changed: Range<Int>) -> [Dependent] {
    var affected: [Dependent] = []
    for slot in slots.indices where slots[slot].phase != .idle {
      if slots[slot].phase == .waiting, let bytes = slots[slot].bytes,
        bytes.upperBound <= changed.lowerBound || changed.upperBound <= bytes.lowerBound
      {
        continue
      }
      if let dependent = slots[slot].dependent { affected.append(dependent) }
    }
    return affected
  }

  /// The dependents to be swept if only those with the given keys may have changed: used by the
  /// view of a collection, which knows which elements have changed.
  func dependents(affectedBy changed: [DependentKey]) -> [Dependent] {
    let affected = changed.compactMap { keys[$0] }.filter { phase(of: $0) == .waiting }
    if countDue == 0 { return affected }
    return affected + slots.filter { $0.phase == .due }.compactMap(\.dependent)
  }
}
