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
  /// Values that were made from this override, for all chains that contain it.
  private let made = AtomicLazyReference<EntryTable>()

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

  /// The keys that this entry stands for.
  var keys: [ObjectIdentifier] { [key] }

  /// The table for values made from this override, or nil while there is none.
  var madeValues: EntryTable? { made.load() }

  /// The table for values made from this override.
  var madeValuesForWriting: EntryTable { made.load() ?? made.storeIfNil(EntryTable()) }
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

/// The end of a long chain: all that the chain overrides, by key.
final class Flattened: Entry, @unchecked Sendable {
  private let index: [ObjectIdentifier: Entry]

  init(_ chain: Entry) {
    var index: [ObjectIdentifier: Entry] = [:]
    var link: Entry? = chain
    while let entry = link {
      if let flattened = entry as? Flattened {
        index.merge(flattened.index) { upper, _ in upper }
      } else if entry.key != Frame.key, index[entry.key] == nil {
        index[entry.key] = entry.moved(before: nil, remark: nil)
      }
      link = entry.next
    }
    self.index = index
    super.init(
      key: ObjectIdentifier(Flattened.self), next: nil, frame: chain.frame, depth: 0, remark: nil)
  }

  override func indexed(_ key: ObjectIdentifier) -> Entry? { index[key] }

  override var keys: [ObjectIdentifier] { Array(index.keys) }
}
