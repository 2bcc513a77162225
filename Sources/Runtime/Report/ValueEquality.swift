/// Compares values of unknown types, such as the expected and the received action of a test store.
///
/// Values that `==` calls equal are equal. Others are compared by their parts, for two reasons:
/// their types may have no `==`, and NaN counts as equal to NaN here. If `==` tells two values
/// apart, they count as equal only if their parts do, and a NaN among the parts is the reason.
package struct ValueEquality {
  /// Two values, or corresponding parts of them.
  private struct Pair {
    let one: Any
    let other: Any
    /// The innermost values around these that `==` tells apart, by their index in `unequal`; `nil`
    /// if there are none.
    let around: Int?
  }

  /// The most pairs to compare.
  private let limit: Int
  /// The pairs that are left to compare.
  private var pairs: [Pair]
  /// The pairs of objects compared so far: each is compared once, so that cycles end.
  private var seen: Set<[ObjectIdentifier]> = []
  /// The values that `==` tells apart and whose parts are compared: equal only if a NaN among the
  /// parts explains why `==` tells them apart.
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

  /// Compares the pairs until one is not equal or none is left.
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

  /// Compares two values; returns false if they surely are not equal.
  ///
  /// If their parts decide, adds the pairs of parts, and returns true.
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
    // Objects with `==` are compared only by it; of others, the same two are compared once.
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

  /// Adds the pairs of corresponding parts; returns false if parts have no counterpart.
  private mutating func addParts(of one: ValueParts, _ other: ValueParts, _ around: Int?) -> Bool {
    let members = (one.parts, other.parts)
    guard one.caseName == other.caseName, members.0.count == members.1.count else { return false }
    // Without parts, only the descriptions are left to compare. Values that `==` tells apart stay
    // unequal, because no NaN explains it (`unequal`).
    if members.0.isEmpty { return String(describing: one.value) == String(describing: other.value) }
    // The elements of sets cannot be paired: a NaN is not found in the other set, and the order of
    // elements means nothing.
    if one.style == .set { return false }
    if one.style == .dictionary {
      guard let entries = Self.entries(one, other) else { return false }
      pairs += entries.map { Pair(one: $0.0, other: $0.1, around: around) }
      return true
    }
    // More than `limit` pairs are never compared.
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

  /// The values of two dictionaries, paired by key, because the order of entries means nothing;
  /// `nil` if a key has no counterpart.
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
