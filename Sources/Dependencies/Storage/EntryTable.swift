/// The values that were created in a scope, or from one override, by key.
///
/// Used by reads on any thread. Entries are added and never removed. A key has several entries if
/// its value depends on overrides.
final class EntryTable: Sendable {
  /// The newest entry of each key, which leads to the older ones.
  private let newest = Locked<[ObjectIdentifier: Entry]>([:])

  /// The newest entry for a key.
  func find(_ key: ObjectIdentifier) -> Entry? { newest.withLock { $0[key] } }

  /// All entries for a key, newest first.
  func entries(for key: ObjectIdentifier) -> [Entry] { find(key)?.links ?? [] }

  /// The newest entry for a key whose value was created from these keys.
  func entry(for key: ObjectIdentifier, needing needs: Set<ObjectIdentifier>) -> Entry? {
    entries(for: key).first { $0.provenance?.needs == needs }
  }

  /// Adds a copy of an entry in front of all others, and returns the copy; `provenance` tells from
  /// which keys the value was created.
  @discardableResult
  func add(_ entry: Entry, provenance: Provenance?) -> Entry {
    newest.withLock { newest in
      let added = entry.moved(before: newest[entry.key], provenance: provenance)
      newest[entry.key] = added
      return added
    }
  }
}
