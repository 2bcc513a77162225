/// Decides whether a payload may be read from memory as a given type.
///
/// Pure: it takes types and returns an answer.
enum CaseProof {
  /// Whether a payload declared as one type has the memory layout of the other.
  ///
  /// True for the same type, unless its representation depends on the context, and for tuples that
  /// differ in labels only.
  static func hasSameLayout(_ declared: any Any.Type, _ value: any Any.Type) -> Bool {
    isStoredAlike(value) && isSame(declared, value)
  }

  /// Whether a type contains no function or metatype inline.
  ///
  /// Those have several representations (abstraction patterns), and generic code expects another
  /// one than an enum may hold.
  static func isStoredAlike(_ type: any Any.Type) -> Bool {
    switch TypeShape(of: type) {
    case .structure, .enumeration, .polymorphic: true
    case .optional: wrapped(of: type).map(isStoredAlike) ?? false
    case .tuple(let elements): elements.allSatisfy { isStoredAlike($0.type) }
    case .variable, .unknown: false
    }
  }

  /// Whether no other type converts to a type, so that a value that cannot be cast to it has never
  /// been one.
  static func takesOneType(_ type: any Any.Type) -> Bool {
    switch TypeShape(of: type) {
    case .structure: !converts(to: type)
    case .enumeration: true
    case .tuple(let elements): elements.allSatisfy { takesOneType($0.type) }
    case .optional, .polymorphic, .variable, .unknown: false
    }
  }

  /// The structs to which Swift converts values of other types: `AnyHashable` and the collections.
  private static func converts(to type: any Any.Type) -> Bool {
    type == AnyHashable.self || type is any ExpressibleByArrayLiteral.Type
      || type is any ExpressibleByDictionaryLiteral.Type
  }

  /// Whether both are the same type, apart from labels in tuples.
  static func isSame(_ declared: any Any.Type, _ value: any Any.Type) -> Bool {
    if declared == value { return true }
    guard case .tuple(let parts) = TypeShape(of: declared),
      case .tuple(let others) = TypeShape(of: value)
    else { return false }
    return parts.count == others.count
      && zip(parts, others).allSatisfy { $0.offset == $1.offset && isSame($0.type, $1.type) }
  }

  /// The type that an optional type wraps.
  static func wrapped(of type: any Any.Type) -> (any Any.Type)? {
    (type as? any Wrapping.Type)?.wrapped
  }
}

/// Gives access to the type that an `Optional` type wraps.
protocol Wrapping {
  static var wrapped: any Any.Type { get }
}

extension Optional: Wrapping {
  static var wrapped: any Any.Type { Wrapped.self }
}

extension CaseProof {
  /// What a value proves about the function that made it; the witnesses must be those of the
  /// value's type.
  static func verdict<Root, Value>(
    on root: Root, madeOf value: Value, _ witnesses: EnumWitnesses
  ) -> Result<CaseVerdict, CasePathMisuse> {
    // Safe: the witnesses are those of `Root`.
    let tag = unsafe witnesses.tag(of: root)
    guard let payload = CasePayload(of: root) else {
      return Value.self == Void.self
        ? .success(.empty(tag: tag)) : .failure(.otherPayload(declared: nil, tag: tag))
    }
    guard let extracted = payload.cast(to: Value.self) else {
      return .failure(.otherPayload(declared: "\(payload.type)", tag: tag))
    }
    if areKnownToDiffer(value, extracted) { return .failure(.otherValue) }
    // Safe: as above, and the payload is a `Value`.
    guard hasSameLayout(payload.type, Value.self),
      let access = unsafe witnesses.access(toPayloadOf: root, as: Value.self)
    else { return .success(.reflected(tag: tag)) }
    return .success(.projected(tag: tag, access))
  }

  /// Whether both are comparable and differ, although each equals itself; compares their first
  /// parts if they are not equatable as a whole.
  private static func areKnownToDiffer(_ one: some Any, _ other: some Any) -> Bool {
    !ValueEquality.areEqual(one, other, atMost: 64)
      && ValueEquality.areEqual(one, one, atMost: 64)
  }
}
