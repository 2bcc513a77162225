/// Works out, for a `CaseConstructor`, which cases its function wraps a value in
/// (`.view(.form($0))`: `view`, then `form`), and whether the value can be read from memory there.
///
/// When a case path is made, `candidates` narrows the cases by type alone. Later, `chain` proves
/// them from one value that the function makes. A *level* is one enum of a value and its case, from
/// the outside inward; a *tag* is the number of a case in its enum.
enum CaseProof {
  /// Finds the chain of cases in which `root` holds `value`, given that the function made `root`
  /// from `value`; fails if the function changed the value or did more than wrap it.
  static func chain<Value>(
    of root: Any, madeOf value: Value
  ) -> Result<CaseChain, CasePathMisuse> {
    // The levels whose payload has the type of the value, with the number of levels down to each.
    let levels = CaseLevel.levels(of: root)
    var found = levels.indices.compactMap { index in
      levels[index].payload(exactly: Value.self).map { (depth: index + 1, value: $0) }
    }
    // If the value is an enum itself, the last `inner` levels are its own. So the value is the
    // payload of the level just above them; a match at any other depth is a different value.
    let inner = CaseLevel.levels(of: value).count
    let isFound = !found.isEmpty
    found.removeAll { $0.depth != levels.count - inner }
    // A function without arguments makes a case without a payload.
    if !isFound, Value.self == Void.self, let last = levels.last, last.payloadType == nil {
      // A name from the enum's own `description` may be that of another case, too.
      if last.isDescribed {
        return .failure(.noReflection(of: boxedType(of: levels.dropLast().last?.payload ?? root)))
      }
      return .success(CaseChain(levels, isExact: false))
    }
    // No payload has that type: look for one that a cast converts to it.
    if !isFound {
      found = levels.indices.compactMap { index in
        levels[index].payload(as: Value.self).map { (index + 1, $0) }
      }
    }
    guard let end = found.first else {
      return .failure(isFound ? .otherValue : misuse(levels, of: root))
    }
    if areKnownToDiffer(value, end.value) { return .failure(.otherValue) }
    return .success(CaseChain(Array(levels.prefix(end.depth)), isExact: isFound))
  }

  /// Why the value is not in `root`, which has these levels.
  private static func misuse(_ levels: [CaseLevel], of root: Any) -> CasePathMisuse {
    let innermost = levels.last.map(\.payload) ?? root
    if let innermost, CaseLevel.isUnnamed(innermost) {
      return .noReflection(of: boxedType(of: innermost))
    }
    return .otherPayload(declared: levels.last?.payloadType.map { "\($0)" })
  }

  /// The payload in `root`, at any depth, that is a `Value` or converts to one; `CaseConstructor`
  /// passes it to the function again, to see which cases the function makes.
  static func sample<Value>(in root: Any) -> Value? {
    let levels = CaseLevel.levels(of: root)
    return levels.lazy.compactMap { $0.payload(exactly: Value.self) }.first
      ?? levels.lazy.compactMap { $0.payload(as: Value.self) }.first
  }

  /// Whether the values certainly differ.
  ///
  /// A value that does not equal itself, such as NaN, proves nothing. Values that are not
  /// `Equatable` are compared in their first 64 parts only.
  private static func areKnownToDiffer(_ one: some Any, _ other: some Any) -> Bool {
    !ValueEquality.areEqual(one, other, atMost: 64)
      && ValueEquality.areEqual(one, one, atMost: 64)
  }

  /// The cases whose payload may be a value of a type, or may be an enum with such a value inside.
  static func candidates(_ shape: EnumShape, holding value: any Any.Type) -> Set<CaseID> {
    Set(
      shape.cases.indices.filter { tag in
        var seen: Set<ObjectIdentifier> = []
        return mayWrap(value, CaseStep(shape: shape, tag: tag), &seen)
      }.map(CaseID.tag))
  }

  /// Whether the payload of a case may be such a value or an enum with one inside; `seen` has the
  /// enums that were searched, because an enum may contain itself.
  private static func mayWrap(
    _ value: any Any.Type, _ step: CaseStep, _ seen: inout Set<ObjectIdentifier>
  ) -> Bool {
    switch step.declared.payload {
    case .none: return value == Void.self
    case .unknown: return true
    case .type(let declared):
      if mayConvert(value, to: declared) { return true }
      // An enum whose cases the metadata does not tell may hold the value.
      guard let next = step.next else { return EnumWitnesses(of: declared) != nil }
      guard seen.insert(ObjectIdentifier(next)).inserted else { return false }
      return next.cases.indices.contains { tag in
        mayWrap(value, CaseStep(shape: next, tag: tag), &seen)
      }
    }
  }

  /// Whether a constructor that takes a `declared` type may be used as a function that takes
  /// another type (`value`), because Swift converts the argument; `true` if that is unknown.
  private static func mayConvert(_ value: any Any.Type, to declared: any Any.Type) -> Bool {
    if isSame(declared, value) { return true }
    switch TypeShape(of: declared) {
    case .enumeration: return false
    case .optional:
      guard let payload = wrapped(of: declared) else { return true }
      return mayConvert(wrapped(of: value) ?? value, to: payload)
    case .tuple: return areElements(of: declared, value) { mayConvert($1, to: $0) }
    case .structure:
      // Swift converts arrays, sets, and dictionaries by element, and wraps in `AnyHashable`.
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
  static func isReadable(_ type: any Any.Type) -> Bool {
    switch TypeShape(of: type) {
    case .structure, .enumeration, .polymorphic: true
    case .optional: wrapped(of: type).map(isReadable) ?? false
    case .tuple: TypeShape.elements(of: type)?.allSatisfy(isReadable) ?? false
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
