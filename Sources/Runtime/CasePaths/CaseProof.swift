/// Decides for a `CaseConstructor` which case its function makes, and whether the payload (the
/// associated values) of that case may be read from memory as a given type.
///
/// `candidates` judges by the types when a case path is made, `verdict` by the first value that the
/// function has made. All functions are pure. A tag is the number of a case in its enum; the
/// witnesses are the functions of an enum type that read tags and payloads.
enum CaseProof {
  /// Concludes what `root` proves about the function that has made it of `value`; the witnesses
  /// must be those of `Root`.
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
    // A payload without size has no box to read, even if the case is indirect.
    if !isSame(payload.type, Value.self) || isBoxed && MemoryLayout<Value>.size == 0 {
      return .success(.reflected(tag: tag))
    }
    return .success(.proved(tag: tag, isBoxed: isBoxed))
  }

  /// Whether the values differ, although the first equals itself; compares only their first parts
  /// if they are not `Equatable` as a whole.
  private static func areKnownToDiffer(_ one: some Any, _ other: some Any) -> Bool {
    !ValueEquality.areEqual(one, other, atMost: 64)
      && ValueEquality.areEqual(one, one, atMost: 64)
  }

  /// The tags of the cases whose constructor may take a value of a type.
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

  /// Whether two types are the same, apart from labels in tuples.
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
  /// Functions and metatypes have several representations (abstraction patterns). An enum may store
  /// one that generic code does not expect, so generic code must not read them from an enum.
  static func isReadableFromMemory(_ type: any Any.Type) -> Bool {
    switch TypeShape(of: type) {
    case .structure, .enumeration, .polymorphic: true
    case .optional: wrapped(of: type).map(isReadableFromMemory) ?? false
    case .tuple: TypeShape.elements(of: type)?.allSatisfy(isReadableFromMemory) ?? false
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
