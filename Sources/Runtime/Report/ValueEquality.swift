/// Compares values of unknown types, such as the expected and the received action of a test store.
package struct ValueEquality {
  private struct Pair {
    let one: Any
    let other: Any
    /// The innermost values around these that `==` tells apart, by their position in `unequal`.
    let around: Int?
  }

  private let limit: Int
  private var pairs: [Pair]
  /// The pairs of objects compared so far: each is compared once, so that cycles end.
  private var seen: Set<[ObjectIdentifier]> = []
  /// The values that `==` tells apart and whose parts are compared: equal only if a NaN explains
  /// it.
  private var unequal: [(around: Int?, isExplained: Bool)] = []

  /// Whether two values are equal or, if they are not comparable, consist of equal parts.
  ///
  /// NaN equals NaN here, also as a part of values that `==` therefore tells apart.
  ///
  /// Keeps a list of parts instead of recursing, so that deep values need no deep stack. After
  /// `limit` parts, the others count as equal.
  package static func areEqual(_ one: Any, _ other: Any, atMost limit: Int = .max) -> Bool {
    if let one = one as? any Equatable, isEqual(one, other) { return true }
    var equality = ValueEquality(
      limit: limit, pairs: [Pair(one: one, other: other, around: nil)])
    return equality.result
  }

  private var result: Bool {
    mutating get {
      var count = 0
      while let pair = pairs.popLast(), count < limit {
        count += 1
        guard compare(pair) else { return false }
      }
      return unequal.allSatisfy(\.isExplained)
    }
  }

  /// Adds the pairs of parts that must be equal for two values to be equal; returns false if they
  /// are not equal.
  private mutating func compare(_ pair: Pair) -> Bool {
    let (one, other) = (pair.one, pair.other)
    // Of functions and metatypes, only the types can be compared.
    if case .variable = TypeShape(of: boxedType(of: one)) {
      return boxedType(of: one) == boxedType(of: other)
    }
    let comparable = one as? any Equatable
    if let comparable, Self.isEqual(comparable, other) { return true }
    guard type(of: one) == type(of: other) else { return false }
    if let one = one as? any FloatingPoint, let other = other as? any FloatingPoint {
      if one.isNaN, other.isNaN { explain(pair.around) }
      return one.isNaN && other.isNaN
    }
    let both = (ValueParts(one), ValueParts(other))
    if both.0.style == .class {
      if comparable != nil { return false }
      let pair = [ObjectIdentifier(one as AnyObject), ObjectIdentifier(other as AnyObject)]
      if pair[0] == pair[1] || !seen.insert(pair).inserted { return true }
    }
    var around = pair.around
    if comparable != nil {
      unequal.append((around, false))
      around = unequal.count - 1
    }
    return addParts(of: both.0, both.1, around)
  }

  private mutating func addParts(of one: ValueParts, _ other: ValueParts, _ around: Int?) -> Bool {
    let members = (one.parts, other.parts)
    guard one.caseName == other.caseName, members.0.count == members.1.count else { return false }
    if members.0.isEmpty { return String(describing: one.value) == String(describing: other.value) }
    // A NaN in a set is found by no other, and the order of elements tells nothing.
    if one.style == .set { return false }
    if one.style == .dictionary {
      guard let entries = Self.entries(one, other) else { return false }
      pairs += entries.map { Pair(one: $0.0, other: $0.1, around: around) }
      return true
    }
    for (part, counterpart) in zip(members.0, members.1).prefix(limit) {
      guard part.label == counterpart.label else { return false }
      pairs.append(Pair(one: part.value, other: counterpart.value, around: around))
    }
    return true
  }

  /// Records that a NaN explains why `==` tells the values around it apart.
  private mutating func explain(_ position: Int?) {
    var next = position
    while let position = next, !unequal[position].isExplained {
      unequal[position].isExplained = true
      next = unequal[position].around
    }
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

  private static func isEqual<Value: Equatable>(_ one: Value, _ other: Any) -> Bool {
    (other as? Value) == one
  }
}
