import Synchronization

/// A set of overrides, by key, and the scope in which all other values are created.
///
/// Used by `DependencyValues`, which refers to one. Immutable: setting a value makes another set,
/// so copies of the values do not see it. A set of one override is the override itself, so that
/// `withDependencies` with one override allocates one object.
///
/// `@unchecked Sendable` is sound: every stored property, here and in `Override`, is a constant of
/// a Sendable type.
@usableFromInline
class Overrides: @unchecked Sendable {
  /// The key that this object overrides itself, if it is an `Override`.
  let key: ObjectIdentifier?
  /// All overrides, if there are several.
  private let byKey: [ObjectIdentifier: Overrides]
  /// Holds the context and the created values; nil if the process's scope does.
  let scope: DependencyScope?
  /// The creation of a value for which these values are in force; nil nearly always.
  let creation: Creation?
  let age: Age
  /// The values that were created from this override, and later than from any other one.
  let created = LazyReference<CreatedValue>()

  /// Makes one override, with the scope of the values to which it will be added.
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

  /// Returns a set with another override.
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

  /// Returns the value of a key that was created from one of the overrides.
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

/// When an override or a scope began, as a running count, and which ones it has replaced.
struct Age: Sendable {
  private static let count = Atomic<UInt64>(0)

  let number: UInt64
  /// Those that it has replaced; not more than 64, so that values can be set in a loop.
  private let replaced: [UInt64]

  init(replacing other: Age?) {
    number = Self.count.wrappingAdd(1, ordering: .relaxed).newValue
    replaced = other.map { $0.replaced.suffix(63) + [$0.number] } ?? []
  }

  func replaces(_ other: Age) -> Bool { replaced.contains(other.number) }
}
