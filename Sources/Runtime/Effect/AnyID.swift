import RatchetDependencies

/// An id of any type: the cancel id of an effect, the id of a subscription, or the identity of a
/// child's state.
///
/// Two ids are equal if both their types and their values are equal. Unlike `AnyHashable`, an
/// `AnyID` is `Sendable`, and `1` and `1.0` are different. An id made of a value that does not
/// equal itself, such as `Double.nan`, equals only its own copies: the store can remove what it has
/// listed under such an id, but an id that the user makes later never finds it.
@usableFromInline package struct AnyID: Hashable, Sendable, CustomStringConvertible {
  /// The value and its hash.
  ///
  /// A class, because an id is copied into several tables, and copying an existential is much
  /// slower than copying a reference.
  private final class Box: Sendable {
    let value: any Hashable & Sendable
    let hash: Int

    init(_ value: some Hashable & Sendable) {
      self.value = value
      var hasher = Hasher()
      hasher.combine(ObjectIdentifier(type(of: value)))
      hasher.combine(value)
      hash = hasher.finalize()
    }
  }

  private let box: Box

  package init(_ value: some Hashable & Sendable) {
    box = Box(value)
  }

  /// Makes the id of an effect; reports a value that does not equal itself.
  init(ofEffect value: some Hashable & Sendable) {
    self.init(value)
    if value != value {
      reportNotEqualToItself(
        value, "No effect with this id can be cancelled or replaced.")
    }
  }

  @usableFromInline package static func == (lhs: AnyID, rhs: AnyID) -> Bool {
    lhs.box === rhs.box || lhs.box.hash == rhs.box.hash && isEqual(lhs.box.value, rhs.box.value)
  }

  @usableFromInline package func hash(into hasher: inout Hasher) {
    hasher.combine(box.hash)
  }

  @usableFromInline package var description: String { ValueLine.named(box.value) }

  private static func isEqual<Value: Hashable>(_ value: Value, _ other: any Hashable) -> Bool {
    // The types are compared too: `1` can be cast to an optional, and an object to its superclass.
    type(of: value) == type(of: other) && other as? Value == value
  }

  /// Returns the value if it has this type.
  ///
  /// `FeatureWalk` needs the value, the id of a row, to look up whether the row is still in its
  /// collection.
  func cast<Wanted>(to wanted: Wanted.Type) -> Wanted? { box.value as? Wanted }
}

extension AnyID {
  /// Returns a function that reads the `id` of a value; `nil` if its type is not `Identifiable`.
  ///
  /// `ChildFeature`, which runs a child's reducer, detects by the id that another child has
  /// replaced the child.
  static func identity<Value>(of type: Value.Type) -> ((Value) -> AnyID)? {
    // Opens the type, to use its conformance to `Identifiable`.
    func reader<Child: Identifiable>(_ type: Child.Type) -> (Value) -> AnyID {
      { value in
        guard let child = value as? Child else {
          preconditionFailure("'\(Child.self)' is '\(Value.self)' with its conformance.")
        }
        return AnyID(Identity(value: child.id))
      }
    }
    return (type as? any Identifiable.Type).map { reader($0) }
  }

  /// Wraps the `id` of a state, which need not be Sendable.
  ///
  /// `@unchecked Sendable` is sound: only the loop of a store and its reducers hash, compare and
  /// release the value, and they run on the main actor.
  private struct Identity<ID: Hashable>: Hashable, @unchecked Sendable, CustomStringConvertible {
    let value: ID
    var description: String { ValueLine.named(value) }
  }
}
