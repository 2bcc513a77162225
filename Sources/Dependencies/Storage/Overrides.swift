import Synchronization

/// A set of overrides, by key, and the scope in which all other values are created.
///
/// Used by `DependencyValues`, which refers to one set. Immutable: setting a value makes another
/// set, so copies of the values do not see the change. There are two forms: an object of this class
/// has a dictionary of overrides; an object of the subclass `Override` is one override and also the
/// set that contains only itself. So `withDependencies` with one override allocates one object.
///
/// `@unchecked Sendable` is sound: every stored property, here and in `Override`, is a constant of
/// a Sendable type.
@usableFromInline
class Overrides: @unchecked Sendable {
  /// The key of the override, if this object is an `Override`.
  let key: ObjectIdentifier?
  /// The overrides of the set; empty in an `Override`.
  private let byKey: [ObjectIdentifier: Overrides]
  /// The scope; nil for the scope of the process or of the running test.
  let scope: DependencyScope?
  /// The creation whose code runs under these overrides; nil if no value is being created.
  let creation: Creation?
  /// The age of the override, if this object is an `Override`; otherwise not used.
  let age: Age
  /// The values that need this override, and need no newer one (`DependencyScope.keep`).
  let created = LazyReference<CreatedValue>()

  /// Makes one override, with the scope and the creation of the set to which it will be added.
  @usableFromInline
  init(of key: ObjectIdentifier, in outer: Overrides?) {
    self.key = key
    byKey = Dictionary()
    scope = outer?.scope
    creation = outer?.creation
    age = Age(replacing: outer?.find(key)?.age)
  }

  /// Makes a set of overrides.
  init(_ byKey: [ObjectIdentifier: Overrides], scope: DependencyScope?, creation: Creation?) {
    key = nil
    self.byKey = byKey
    self.scope = scope
    self.creation = creation
    age = Age(replacing: nil)
  }

  /// Returns this set with an override added, or in place of the previous override of its key.
  @usableFromInline
  func adding(_ override: Overrides, for key: ObjectIdentifier) -> Overrides {
    var all = all
    all[key] = override
    return all.count == 1 ? override : Overrides(all, scope: scope, creation: creation)
  }

  /// All overrides, by key.
  var all: [ObjectIdentifier: Overrides] { key.map { [$0: self] } ?? byKey }

  /// The override for a key.
  func find(_ key: ObjectIdentifier) -> Overrides? { self.key == key ? self : byKey[key] }

  /// Returns the value of a key that one of the overrides keeps because the value needs it.
  func createdValue(of key: ObjectIdentifier, in scope: DependencyScope) -> CreatedValue? {
    if let value = created.value(of: key, under: self, in: scope) { return value }
    for override in byKey.values {
      if let value = override.created.value(of: key, under: self, in: scope) { return value }
    }
    return nil
  }
}

/// One override: the value that a program has set for a key.
///
/// `@unchecked Sendable` is sound: `value` is a constant of a Sendable type.
@usableFromInline
final class Override<Key: TestDependencyKey>: Overrides, @unchecked Sendable {
  @usableFromInline let value: Key.Value

  @inlinable
  init(_ value: Key.Value, in outer: Overrides?) {
    self.value = value
    super.init(of: ObjectIdentifier(Key.self), in: outer)
  }
}

/// The identity of an override or a scope: its number, in the order in which they are made, and the
/// numbers of those that it has replaced.
///
/// An override replaces the previous override of its key; a scope replaces the scope around it.
struct Age: Sendable {
  private static let count = Atomic<UInt64>(0)

  /// The number, from 1; a higher number is newer.
  let number: UInt64
  /// The numbers of the last 64 that it has replaced; limited, so that setting a value in a loop
  /// needs no more memory each time.
  private let replaced: [UInt64]

  init(replacing other: Age?) {
    number = Self.count.wrappingAdd(1, ordering: .relaxed).newValue
    replaced = other.map { $0.replaced.suffix(63) + [$0.number] } ?? []
  }

  /// Whether the override or scope of this age has replaced the other one.
  func replaces(_ other: Age) -> Bool { replaced.contains(other.number) }
}
