import Synchronization

/// A table of made values that is itself made when the first one is added.
///
/// Like `AtomicLazyReference`, but a read does not retain the table: threads that read do not share a counter.
@safe
struct SettledValues: ~Copyable, Sendable {
  private let table = unsafe Atomic<Unmanaged<EntryTable>?>(nil)

  deinit {
    unsafe table.load(ordering: .acquiring)?.release()
  }

  /// The entry for a key, valid as long as this value: a table is released in `deinit` only.
  @inline(__always)
  func find(_ key: ObjectIdentifier) -> Unmanaged<Entry>? {
    guard let table = unsafe table.load(ordering: .acquiring) else { return nil }
    return unsafe table._withUnsafeGuaranteedRef { unsafe $0.find(key) }
  }

  /// Adds an entry, unless there is one for its key.
  func add(_ entry: Entry) {
    let table = existingOrNewTable()
    if unsafe table.find(entry.key) == nil { table.add(entry, remark: nil) }
  }

  private func existingOrNewTable() -> EntryTable {
    if let table = unsafe table.load(ordering: .acquiring) {
      return unsafe table.takeUnretainedValue()
    }
    let new = unsafe Unmanaged.passRetained(EntryTable())
    let (isStored, existing) = unsafe table.compareExchange(
      expected: nil, desired: new, ordering: .acquiringAndReleasing)
    guard !isStored, let existing = unsafe existing else { return unsafe new.takeUnretainedValue() }
    unsafe new.release()
    return unsafe existing.takeUnretainedValue()
  }
}
