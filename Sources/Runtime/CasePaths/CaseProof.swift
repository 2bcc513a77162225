/// Decides which case a function makes, and whether its payload may be read from memory as a given
/// type.
///
/// Pure: it takes types and values and returns an answer.
enum CaseProof {
  /// What a value proves about the function that made it; the witnesses must be those of the
  /// value's type.
  static func verdict<Root, Value>(
    on root: Root, madeOf value: Value, _ witnesses: EnumWitnesses
  ) -> Result<CaseVerdict, CasePathMisuse> {
    // Safe: the witnesses are those of `Root`.
    let tag = unsafe witnesses.tag(of: root)
    guard let payload = CasePayload(of: root) else {
      return Value.self == Void.self
        ? .success(.reflected(tag: tag)) : .failure(.otherPayload(declared: nil))
    }
    guard let extracted = payload.cast(to: Value.self) else {
      return .failure(.otherPayload(declared: "\(payload.type)"))
    }
    if areKnownToDiffer(value, extracted) { return .failure(.otherValue) }
    let isBoxed = witnesses.cases[tag].isIndirect
    // An empty payload has no box.
    if !isSame(payload.type, Value.self) || isBoxed && MemoryLayout<Value>.size == 0 {
      return .success(.reflected(tag: tag))
    }
    return .success(.proved(tag: tag, isBoxed: isBoxed))
  }

  /// Whether both are comparable and differ, although each equals itself; compares their first
  /// parts if they are not equatable as a whole.
  private static func areKnownToDiffer(_ one: some Any, _ other: some Any) -> Bool {
    !ValueEquality.areEqual(one, other, atMost: 64)
      && ValueEquality.areEqual(one, one, atMost: 64)
  }

  /// The tags of the cases whose constructor may take a type.
  static func candidates(_ witnesses: EnumWitnesses, holding value: any Any.Type) -> [Int] {
    let cases = witnesses.cases
    return cases.indices.filter { tag in
      switch cases[tag].payload {
      case .none: value == Void.self
      case .unknown: true
      case .type(let declared): mayConvert(value, to: declared)
      }
    }
  }

  /// Whether a constructor that takes one type may have been converted to a function that takes
  /// another; `true` if that is unknown.
  private static func mayConvert(_ value: any Any.Type, to declared: any Any.Type) -> Bool {
    if isSame(declared, value) { return true }
    switch TypeShape(of: declared) {
    case .enumeration: return false
    case .optional:
      guard let payload = wrapped(of: declared) else { return true }
      return mayConvert(wrapped(of: value) ?? value, to: payload)
    case .tuple: return areElements(of: declared, value) { mayConvert($1, to: $0) }
    case .structure:
      return declared == AnyHashable.self || declared is any ExpressibleByArrayLiteral.Type
        || declared is any ExpressibleByDictionaryLiteral.Type
    case .polymorphic, .variable, .unknown: return true
    }
  }

  /// Whether both are the same type, apart from labels in tuples.
  static func isSame(_ declared: any Any.Type, _ value: any Any.Type) -> Bool {
    declared == value || areElements(of: declared, value, isSame)
  }

  /// Whether both types are tuples whose elements satisfy a condition in pairs.
  private static func areElements(
    of one: any Any.Type, _ other: any Any.Type,
    _ condition: (any Any.Type, any Any.Type) -> Bool
  ) -> Bool {
    guard let parts = TypeShape.elements(of: one), let others = TypeShape.elements(of: other),
      parts.count == others.count
    else { return false }
    return zip(parts, others).allSatisfy(condition)
  }

  /// Whether a type contains no function or metatype inline.
  ///
  /// Those have several representations (abstraction patterns), and generic code expects another
  /// one than an enum may hold.
  static func isStoredAlike(_ type: any Any.Type) -> Bool {
    switch TypeShape(of: type) {
    case .structure, .enumeration, .polymorphic: true
    case .optional: wrapped(of: type).map(isStoredAlike) ?? false
    case .tuple: TypeShape.elements(of: type)?.allSatisfy(isStoredAlike) ?? false
    case .variable, .unknown: false
    }
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
