/// A value that was created for a key, with the overrides under which it can be used.
///
/// Used by reads of dependencies on any thread. It is an element of a linked list, to which values
/// are only appended. If the value needs an override that is newer than the scope, the list belongs
/// to the newest such override, and is released with it; otherwise, to the scope.
///
/// `@unchecked Sendable` is sound: every stored property, here and in `Created`, is a constant of a
/// Sendable type.
@usableFromInline
class CreatedValue: @unchecked Sendable {
  /// The keys that were read to create a value, directly or by values that it needs, and those that
  /// had no value for the context (test or live), with the text to report.
  typealias Reads = (keys: Set<ObjectIdentifier>, missing: Set<MissingValue>)

  private let key: ObjectIdentifier
  /// The number of the scope (`Age`): a list can have values of several scopes and several keys.
  private let scopeNumber: UInt64
  /// The keys that were read to create the value, each with the number of its override (`Age`), or
  /// 0 if it had none.
  let needs: [ObjectIdentifier: UInt64]
  /// The values that were missing for this key or for a key that it was created from.
  ///
  /// Kept, because each read of the value reports them.
  let missing: Set<MissingValue>
  /// The next element of the list, if there is one.
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

  /// Whether this is the value of a key in a scope under these overrides: each key that was read
  /// to create it still has the same override.
  fileprivate func applies(
    to key: ObjectIdentifier, under overrides: Overrides?, in scope: DependencyScope
  ) -> Bool {
    self.key == key && scopeNumber == scope.age.number
      // `isEmpty` changes no result: it saves an iterator, at each read of the value.
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
  /// Returns the value in the list that begins here that applies to a key under these overrides.
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
