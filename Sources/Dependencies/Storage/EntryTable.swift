import Synchronization

/// Made values by key: reading takes no lock, and entries are only ever added.
///
/// A bucket is the head of a chain of immutable entries. Writers take turns; a reader loads the head
/// once and walks what it found, which stays as it is until the table goes.
///
/// `@unchecked Sendable` is sound: the heads are atomics, the writers are behind a lock.
@safe
final class EntryTable: @unchecked Sendable {
  private static let size = 32
  private let heads: InlineArray<32, Atomic<Unmanaged<Entry>?>>
  private let writing = Guarded(())

  init() {
    unsafe heads = InlineArray { _ in unsafe Atomic<Unmanaged<Entry>?>(nil) }
  }

  deinit {
    for bucket in 0..<Self.size {
      unsafe heads[bucket].load(ordering: .acquiring)?.release()
    }
  }

  /// The newest entry for a key, valid as long as the table.
  ///
  /// The result is not retained, so that a read on many threads does not make them share a counter. It
  /// is sound because an entry in a bucket is owned by the head, directly or through `next`, and a
  /// replaced head is owned by its successor: nothing is released before `deinit`.
  func find(_ key: ObjectIdentifier) -> Unmanaged<Entry>? {
    var link = unsafe heads[bucket(of: key)].load(ordering: .acquiring)
    while let entry = unsafe link {
      if unsafe entry._withUnsafeGuaranteedRef({ $0.key }) == key { return unsafe entry }
      unsafe link = entry._withUnsafeGuaranteedRef { entry in
        unsafe entry.next.map { unsafe Unmanaged.passUnretained($0) }
      }
    }
    return nil
  }

  /// All entries for a key, newest first.
  func entries(for key: ObjectIdentifier) -> [Entry] {
    var found: [Entry] = []
    var link = unsafe find(key)?.takeUnretainedValue()
    while let entry = link {
      if entry.key == key { found.append(entry) }
      link = entry.next
    }
    return found
  }

  /// The newest entry for a key whose value was made from these keys.
  func entry(for key: ObjectIdentifier, needing needs: Set<ObjectIdentifier>) -> Entry? {
    entries(for: key).first { $0.remark?.needs == needs }
  }

  /// Adds an entry in front of all others; returns the one that was added.
  @discardableResult
  func add(_ entry: Entry, remark: Remark?) -> Entry {
    let bucket = bucket(of: entry.key)
    return writing.withLock { _ in
      let head = unsafe heads[bucket].load(ordering: .relaxed)
      let added = unsafe entry.moved(before: head?.takeRetainedValue(), remark: remark)
      unsafe heads[bucket].store(Unmanaged.passRetained(added), ordering: .releasing)
      return added
    }
  }

  private func bucket(of key: ObjectIdentifier) -> Int {
    let address = UInt(bitPattern: key)
    return Int((address >> 4 ^ address >> 9) & UInt(Self.size - 1))
  }
}
