/// A link of a chain (`Entry`) that has a value: one that a program set for a key, or one that was
/// created from the key.
///
/// `@unchecked Sendable` is sound: `value` is a constant of a Sendable type.
@usableFromInline
final class Override<Key: TestDependencyKey>: Entry, @unchecked Sendable {
  @usableFromInline let value: Key.Value

  @inlinable
  init(_ value: Key.Value, over next: Entry?) {
    self.value = value
    super.init(key: ObjectIdentifier(Key.self), over: next)
  }

  init(_ value: Key.Value, next: Entry?, provenance: Provenance?) {
    self.value = value
    super.init(
      key: ObjectIdentifier(Key.self), next: next, scope: nil, depth: 1, provenance: provenance)
  }

  override func moved(before next: Entry?, provenance: Provenance?) -> Entry {
    Override(value, next: next, provenance: provenance)
  }
}
