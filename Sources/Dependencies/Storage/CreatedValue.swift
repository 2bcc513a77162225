/// A value that was created for a key, with the overrides under which it can be used.
///
/// Used by reads of dependencies on any thread. An element of a linked list to which values are
/// only appended; the list belongs to the scope or to an override, whichever lives shorter.
///
/// `@unchecked Sendable` is sound: every stored property, here and in `Created`, is a constant of a
/// Sendable type.
@usableFromInline
class CreatedValue: @unchecked Sendable {
  /// The keys that were read to create a value, and the values that were found missing.
  typealias Reads = (keys: Set<ObjectIdentifier>, missing: Set<MissingValue>)

  private let key: ObjectIdentifier
  private let scopeNumber: UInt64
  /// The keys that were read to create the value, and the number of the override that each had; 0
  /// without one.
  let needs: [ObjectIdentifier: UInt64]
  /// The values that were missing for this key or for a key that it was created from.
  let missing: Set<MissingValue>
  /// The rest of the list.
  fileprivate let next = LazyReference<CreatedValue>()

  init(
    of key: ObjectIdentifier, from reads: Reads, under overrides: Overrides?,
    in scope: DependencyScope
  ) {
    self.key = key
    scopeNumber = scope.age.number
    needs = Dictionary(
      uniqueKeysWithValues: reads.keys.map { ($0, overrides?.find($0)?.age.number ?? 0) })
    missing = reads.missing
  }

  /// Whether this is the value of a key under these overrides: the overrides of its needs are the
  /// same.
  fileprivate func applies(
    to key: ObjectIdentifier, under overrides: Overrides?, in scope: DependencyScope
  ) -> Bool {
    self.key == key && scopeNumber == scope.age.number
      && (needs.isEmpty
        || needs.allSatisfy { $0.value == overrides?.find($0.key)?.age.number ?? 0 })
  }
}

/// A created value with its type.
///
/// `@unchecked Sendable` is sound: `value` is a constant of a Sendable type.
@usableFromInline
final class Created<Key: TestDependencyKey>: CreatedValue, @unchecked Sendable {
  @usableFromInline let value: Key.Value

  init(
    _ value: Key.Value, from reads: Reads, under overrides: Overrides?, in scope: DependencyScope
  ) {
    self.value = value
    super.init(of: ObjectIdentifier(Key.self), from: reads, under: overrides, in: scope)
  }
}

extension LazyReference where Object == CreatedValue {
  /// Returns the value of a key in the list that begins here.
  func value(
    of key: ObjectIdentifier, under overrides: Overrides?, in scope: DependencyScope
  ) -> CreatedValue? {
    var next = load()
    while let value = next, !value.applies(to: key, under: overrides, in: scope) {
      next = value.next.load()
    }
    return next
  }

  /// Appends a value to the list that begins here.
  func append(_ value: CreatedValue) {
    var stored = storeIfNil(value)
    while stored !== value { stored = stored.next.storeIfNil(value) }
  }
}
