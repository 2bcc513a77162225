/// Works out, for a `CaseConstructor`, which cases its function wraps a value in
/// (`.view(.form($0))`: `view`, then `form`), and whether the value can be read from memory there.
///
/// `candidates` narrows the cases by type alone, when a case path is made. `chain` proves them from
/// the first value that the function makes. A tag is the number of a case in its enum.
enum CaseProof {
  /// Finds the chain of cases in which `root` holds `value`, given that the function made `root`
  /// from `value`; fails if the function changed the value or did more than wrap it.
  static func chain<Root, Value>(
    of root: Root, madeOf value: Value, _ shape: EnumShape
  ) -> Result<CaseChain, CasePathMisuse> {
    var steps: [CaseStep] = []
    var found: [(depth: Int, value: Value)] = []
    var converted: (depth: Int, value: Value)?
    unsafe descend(into: root, shape) { step, payload in
      steps.append(step)
      guard case .type(let type) = step.declared.payload, let payload = unsafe payload else {
        return false
      }
      if isSame(type, Value.self) {
        // Safe: the payload has this type.
        found.append((steps.count, unsafe payload.assumingMemoryBound(to: Value.self).pointee))
      } else if converted == nil, let value = unsafe step.boxed(payload) as? Value {
        converted = (steps.count, value)
      }
      return true
    }
    // If the value is an enum itself, the descent went on into it. A function that only wraps puts
    // the value exactly that many levels above the innermost case, so a match at any other depth is
    // a different value of the same type.
    var inner = 0
    if let shape = EnumShape.of(Value.self) { inner = tags(of: value, shape).count }
    let isFound = !found.isEmpty
    found.removeAll { $0.depth != steps.count - inner }
    guard let end = found.first ?? (isFound ? nil : converted) else {
      if isFound { return .failure(.otherValue) }
      guard let last = steps.last, case .type(let type) = last.declared.payload else {
        return Value.self == Void.self
          ? .success(CaseChain(steps, .nothing)) : .failure(.otherPayload(declared: nil))
      }
      return .failure(.otherPayload(declared: "\(type)"))
    }
    if areKnownToDiffer(value, end.value) { return .failure(.otherValue) }
    return .success(CaseChain(Array(steps.prefix(end.depth)), isFound ? .memory : .cast))
  }

  /// The payload in `root`, at any depth, that is a `Value` or converts to one; `CaseConstructor`
  /// passes it to the function again, to see which cases the function makes.
  static func sample<Root, Value>(in root: Root, _ shape: EnumShape) -> Value? {
    var same: Value?
    var converted: Value?
    unsafe descend(into: root, shape) { step, payload in
      guard case .type(let type) = step.declared.payload, let payload = unsafe payload else {
        return false
      }
      // Safe: the payload has this type.
      if isSame(type, Value.self) {
        same = unsafe payload.assumingMemoryBound(to: Value.self).pointee
      } else if converted == nil {
        converted = unsafe step.boxed(payload) as? Value
      }
      return same == nil
    }
    return same ?? converted
  }

  /// The tags of a value's cases, from the outermost enum inward, at most as many as a limit.
  static func tags<Root>(of root: Root, _ shape: EnumShape, atMost limit: Int = .max) -> [Int] {
    var tags: [Int] = []
    unsafe descend(into: root, shape) { step, _ in
      tags.append(step.tag)
      return tags.count < limit
    }
    return tags
  }

  /// The shape must be `Root`'s.
  @unsafe private static func descend<Root>(
    into root: Root, _ shape: EnumShape, _ body: (CaseStep, UnsafeMutableRawPointer?) -> Bool
  ) {
    var copy = root
    unsafe withUnsafeMutablePointer(to: &copy) { unsafe shape.descend(into: $0, body) }
  }

  /// Whether the values certainly differ; a value that does not equal itself, such as NaN, proves
  /// nothing, and values that are not `Equatable` are compared in their first parts only.
  private static func areKnownToDiffer(_ one: some Any, _ other: some Any) -> Bool {
    !ValueEquality.areEqual(one, other, atMost: 64)
      && ValueEquality.areEqual(one, one, atMost: 64)
  }

  /// The tags of the cases in which, or in whose cases, a value of a type may be wrapped.
  static func candidates(_ shape: EnumShape, holding value: any Any.Type) -> Set<Int> {
    Set(
      shape.cases.indices.filter { tag in
        var seen: Set<ObjectIdentifier> = []
        return mayWrap(value, CaseStep(shape: shape, tag: tag), &seen)
      })
  }

  private static func mayWrap(
    _ value: any Any.Type, _ step: CaseStep, _ seen: inout Set<ObjectIdentifier>
  ) -> Bool {
    switch step.declared.payload {
    case .none: return value == Void.self
    case .unknown: return true
    case .type(let declared):
      if mayConvert(value, to: declared) { return true }
      guard let next = step.next, seen.insert(ObjectIdentifier(next)).inserted else { return false }
      return next.cases.indices.contains { tag in
        mayWrap(value, CaseStep(shape: next, tag: tag), &seen)
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
