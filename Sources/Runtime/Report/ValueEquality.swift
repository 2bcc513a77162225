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
    let mirrors = (Mirror(reflecting: one), Mirror(reflecting: other))
    if mirrors.0.displayStyle == .class {
      let pair = [ObjectIdentifier(one as AnyObject), ObjectIdentifier(other as AnyObject)]
      if pair[0] == pair[1] || !seen.insert(pair).inserted { return [] }
    }
    if mirrors.0.displayStyle == .dictionary { return entries(mirrors.0, mirrors.1) }
    guard let parts = members(mirrors.0, mirrors.1, atMost: limit) else { return nil }
    if !parts.isEmpty { return parts }
    return String(describing: one) == String(describing: other) ? [] : nil
  }

  /// The members of two values in pairs, with those of superclasses; `nil` if they do not match.
  private static func members(
    _ one: Mirror, _ other: Mirror, atMost limit: Int
  ) -> [(Any, Any)]? {
    guard one.children.count == other.children.count else { return nil }
    var parts: [(Any, Any)] = []
    var next: (Mirror?, Mirror?) = (one, other)
    while let one = next.0, let other = next.1 {
      for (child, counterpart) in zip(one.children, other.children) {
        guard child.label == counterpart.label else { return nil }
        if parts.count >= limit { return parts }
        parts.append((child.value, counterpart.value))
      }
      next = (one.superclassMirror, other.superclassMirror)
    }
    return parts
  }

  /// The values of two dictionaries, paired by key: the order of entries is irrelevant.
  private static func entries(_ one: Mirror, _ other: Mirror) -> [(Any, Any)]? {
    guard one.children.count == other.children.count else { return nil }
    var values: [AnyHashable: Any] = [:]
    for case (let key, let value)? in other.children.map(entry) { values[key] = value }
    var parts: [(Any, Any)] = []
    for child in one.children {
      guard let (key, value) = entry(child), let counterpart = values[key] else { return nil }
      parts.append((value, counterpart))
    }
    return parts
  }

  /// The key and the value of a dictionary entry from a mirror.
  package static func entry(_ child: Mirror.Child) -> (key: AnyHashable, value: Any)? {
    let pair = Mirror(reflecting: child.value).children.map(\.value)
    guard pair.count == 2, let key = pair[0] as? AnyHashable else { return nil }
    return (key, pair[1])
  }

  private static func areEqual<Value: Equatable>(_ one: Value, _ other: Any) -> Bool {
    (other as? Value) == one
  }
}
