import RatchetDependencies

/// A hashable value of any type, equal to another when both type and value are equal.
///
/// Unlike `AnyHashable`, it is `Sendable` and does not treat `1` and `1.0` as equal. One that is
/// made of a value that does not equal itself, such as `Double.nan`, equals its copies only: what
/// is entered under it is removed again, but a user never finds it.
package struct AnyID: Hashable, Sendable, CustomStringConvertible {
  /// A class, because an id is copied into several tables, and copying an existential is much
  /// slower.
  private final class Box: Sendable {
    let value: any Hashable & Sendable
    /// The dynamic type of the value.
    let type: ObjectIdentifier
    let hash: Int

    init(_ value: some Hashable & Sendable) {
      self.value = value
      type = ObjectIdentifier(Swift.type(of: value))
      var hasher = Hasher()
      hasher.combine(type)
      hasher.combine(value)
      hash = hasher.finalize()
    }
  }

  private let box: Box

  private var value: any Hashable & Sendable { box.value }

  package init(_ value: some Hashable & Sendable) {
    box = Box(value)
  }

  /// Makes the id of an effect; reports a value that does not equal itself.
  init(ofEffect value: some Hashable & Sendable) {
    self.init(value)
    if value != value {
      reportNotEqualToItself(
        value, "No effect is ever found by it, to be cancelled or replaced.")
    }
  }

  package static func == (lhs: AnyID, rhs: AnyID) -> Bool {
    lhs.box === rhs.box
      || lhs.box.hash == rhs.box.hash && lhs.box.type == rhs.box.type
        && isEqual(lhs.value, rhs.value)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(box.hash)
  }

  package var description: String { ValueLine.named(value) }

  /// Whether two values of the same dynamic type are equal.
  private static func isEqual<Value: Hashable>(_ value: Value, _ other: any Hashable) -> Bool {
    func isEqual<Other>(to other: Other) -> Bool {
      // Safe: the types are the same. Compared directly, because `as?` takes ten times as long; the
      // static type of an object may be a superclass of its own.
      Other.self == Value.self
        ? unsafe value == unsafeBitCast(other, to: Value.self) : isEqualObject(value, other)
    }
    return isEqual(to: other)
  }

  private static func isEqualObject<Value: Hashable>(_ value: Value, _ other: Any) -> Bool {
    (other as? Value).map { value == $0 } ?? false
  }

  /// Whether this is the id of a value.
  ///
  /// Boxes nothing, and has no optional, whose type would be looked up. (c-live-deep: 7 %)
  func isID(of other: some Hashable) -> Bool {
    box.type == ObjectIdentifier(type(of: other)) && Self.isEqual(other, value)
  }

  /// The value, if it is of this type.
  func cast<Wanted>(to wanted: Wanted.Type) -> Wanted? {
    func read<Value>(_ value: Value) -> Wanted? {
      // Safe: the types are the same. Compared directly, because `as?` takes ten times as long.
      Value.self == wanted ? unsafe unsafeBitCast(value, to: Wanted.self) : nil
    }
    return read(value)
  }
}

/// Reports an id that a user gave and that does not equal itself.
func reportNotEqualToItself<ID: Hashable>(
  _ id: ID, _ consequence: String, fileID: StaticString = #fileID, line: UInt = #line
) {
  report(
    """
    An id does not equal itself: the '\(ID.self)' \(ValueLine.text(id))

    \(consequence) To fix this, use ids that equal themselves, and leave out numbers that are 'nan'.
    """, fileID: fileID, line: line)
}

extension AnyID {
  /// Returns a function that reads the identity of a value, or `nil` if its type has none.
  static func identity<Value>(of type: Value.Type) -> ((Value) -> AnyID)? {
    func reader<Child: Identifiable>(_ type: Child.Type) -> (Value) -> AnyID {
      // Safe: `Child` is `Value`, opened with the conformance that was found at run time.
      { AnyID(Identity(value: unsafe unsafeBitCast($0, to: Child.self).id)) }
    }
    return (type as? any Identifiable.Type).map { reader($0) }
  }

  /// Returns a function that compares a value's identity with an id without boxing it, if it has
  /// one.
  static func identityMatch<Value>(of type: Value.Type) -> ((Value, AnyID) -> Bool)? {
    func match<Child: Identifiable>(_ type: Child.Type) -> (Value, AnyID) -> Bool {
      // Safe: as above.
      { value, id in
        id.isID(of: Identity(value: unsafe unsafeBitCast(value, to: Child.self).id))
      }
    }
    return (type as? any Identifiable.Type).map { match($0) }
  }

  /// The identity of a state; only a store's loop hashes, compares and releases it.
  ///
  /// `@unchecked Sendable` is sound for that reason: stores and their reducers run on the main
  /// actor.
  private struct Identity<ID: Hashable>: Hashable, @unchecked Sendable, CustomStringConvertible {
    let value: ID
    var description: String { ValueLine.named(value) }
  }
}
