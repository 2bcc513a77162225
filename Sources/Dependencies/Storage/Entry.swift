import Synchronization

/// One value under one key: a link of a chain of overrides, or of a bucket of made values.
///
/// Entries are immutable. A chain is shared by everything that adds to it, so an override costs one
/// allocation however many are in force; `Flattened` keeps chains short.
///
/// `@unchecked Sendable` is sound: every stored property, here and in the two subclasses, is a `let` of
/// a Sendable type.
@usableFromInline
class Entry: @unchecked Sendable {
  /// The depth at which a chain is replaced by a `Flattened` one.
  @inlinable static var longestChain: Int { 16 }

  /// The identity of the key's type.
  let key: ObjectIdentifier
  /// What is in force where this entry says nothing.
  let next: Entry?
  /// Context and made values; nil for those of the process.
  let frame: Frame?
  /// The number of links down to the end of the chain; 0 for a `Flattened` one.
  @usableFromInline let depth: Int
  /// What a reader has to consider before it uses the value; nil for nearly all.
  let remark: Remark?
  /// Values that were made from this override, for all chains that contain it; made when needed.
  private let made = AtomicLazyReference<ValuesOfOverride>()

  /// Values that were found to hold for the chain that begins here, though they were made from others.
  private let settled = SettledValues()

  @usableFromInline
  init(key: ObjectIdentifier, over next: Entry?) {
    self.key = key
    self.next = next
    frame = next?.frame
    depth = (next?.depth ?? 0) + 1
    remark = nil
  }

  init(key: ObjectIdentifier, next: Entry?, frame: Frame?, depth: Int, remark: Remark?) {
    self.key = key
    self.next = next
    self.frame = frame
    self.depth = depth
    self.remark = remark
  }

  /// The entry with the same key and value at another place.
  func moved(before next: Entry?, remark: Remark?) -> Entry {
    Entry(key: key, next: next, frame: nil, depth: 1, remark: remark)
  }

  /// The entry for a key below the end of the chain.
  func indexed(_ key: ObjectIdentifier) -> Entry? { nil }

  /// The newest override among what this entry stands for that a value made from these keys depends on.
  func owner(ofValueFrom needs: Set<ObjectIdentifier>) -> Entry? {
    needs.contains(key) ? self : nil
  }

  /// The table for values made from this override, or nil while there is none.
  var madeValues: EntryTable? { made.load()?.existingTable }

  /// The table for values made from this override.
  var madeValuesForWriting: EntryTable { valuesOfOverride.table }

  /// The made value that was found to hold for the chain that begins here; valid as long as this entry.
  func settledEntry(for key: ObjectIdentifier) -> Unmanaged<Entry>? { unsafe settled.find(key) }

  /// Takes note that a made value holds for the chain that begins here, so that it is found at once.
  func settle(_ entry: Entry) { settled.add(entry) }

  /// The entry with the same key and value, and with it the values that were or will be made from it.
  func copied() -> Entry {
    let copy = moved(before: nil, remark: nil)
    _ = copy.made.storeIfNil(valuesOfOverride)
    return copy
  }

  /// The values made so far where this entry is in force.
  var values: MadeValues { (frame ?? ProcessDependencies.frame).values }

  private var valuesOfOverride: ValuesOfOverride {
    made.load() ?? made.storeIfNil(ValuesOfOverride())
  }
}

/// Where an override and its copies in flattened chains keep the values that were made from it.
///
/// Apart from the table, because chains are flattened more often than a value is made from an override.
private final class ValuesOfOverride: Sendable {
  private let lazyTable = AtomicLazyReference<EntryTable>()

  var existingTable: EntryTable? { lazyTable.load() }

  var table: EntryTable { lazyTable.load() ?? lazyTable.storeIfNil(EntryTable()) }
}

/// A value set by a program, or made from its key.
@usableFromInline
final class Override<Key: DependencyKey>: Entry, @unchecked Sendable {
  @usableFromInline let value: Key.Value

  @inlinable
  init(_ value: Key.Value, over next: Entry?) {
    self.value = value
    super.init(key: ObjectIdentifier(Key.self), over: next)
  }

  init(_ value: Key.Value, next: Entry?, remark: Remark?) {
    self.value = value
    super.init(
      key: ObjectIdentifier(Key.self), next: next, frame: nil, depth: 1, remark: remark)
  }

  override func moved(before next: Entry?, remark: Remark?) -> Entry {
    Override(value, next: next, remark: remark)
  }
}
