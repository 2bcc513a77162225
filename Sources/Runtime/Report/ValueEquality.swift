/// Compares values of unknown types, such as the expected and the received action of a test store.
package enum ValueEquality {
  /// Whether two values are equal or, if they are not comparable, consist of equal parts.
  ///
  /// Keeps a list of parts instead of recursing, so that deep values need no deep stack. After
  /// `limit` parts, the others count as equal.
  package static func areEqual(_ one: Any, _ other: Any, atMost limit: Int = .max) -> Bool {
    var pairs: [(Any, Any)] = [(one, other)]
    // The pairs of objects compared so far: each is compared once, so that cycles end.
    var seen: Set<[ObjectIdentifier]> = []
    var count = 0
    while let (one, other) = pairs.popLast(), count < limit {
      count += 1
      guard let parts = parts(one, other, &seen, atMost: limit) else { return false }
      pairs += parts
    }
    return true
  }

  /// The pairs of parts that must be equal for two values to be equal; `nil` if they are not equal.
  private static func parts(
    _ one: Any, _ other: Any, _ seen: inout Set<[ObjectIdentifier]>, atMost limit: Int
  ) -> [(Any, Any)]? {
    // Of functions and metatypes, only the types can be compared.
    if case .variable = TypeShape(of: boxedType(of: one)) {
      return boxedType(of: one) == boxedType(of: other) ? [] : nil
    }
    if let one = one as? any Equatable { return areEqual(one, other) ? [] : nil }
    guard type(of: one) == type(of: other) else { return nil }
    let both = (ValueParts(one), ValueParts(other))
    if both.0.style == .class {
      let pair = [ObjectIdentifier(one as AnyObject), ObjectIdentifier(other as AnyObject)]
      if pair[0] == pair[1] || !seen.insert(pair).inserted { return [] }
    }
    let members = (both.0.parts, both.1.parts)
    guard both.0.caseName == both.1.caseName, members.0.count == members.1.count else { return nil }
    if members.0.isEmpty { return String(describing: one) == String(describing: other) ? [] : nil }
    if both.0.style == .dictionary { return entries(both.0, both.1) }
    var parts: [(Any, Any)] = []
    for (part, counterpart) in zip(members.0, members.1).prefix(limit) {
      guard part.label == counterpart.label else { return nil }
      parts.append((part.value, counterpart.value))
    }
    return parts
  }

  /// The values of two dictionaries, paired by key: the order of entries is irrelevant.
  private static func entries(_ one: ValueParts, _ other: ValueParts) -> [(Any, Any)]? {
    let values = other.valuesByKey
    var parts: [(Any, Any)] = []
    for (key, value) in one.entries {
      guard let counterpart = (key as? AnyHashable).flatMap({ values[$0] }) else { return nil }
      parts.append((value, counterpart))
    }
    return parts.count == one.parts.count ? parts : nil
  }

  private static func areEqual<Value: Equatable>(_ one: Value, _ other: Any) -> Bool {
    (other as? Value) == one
  }
}
