/// Compares values of which the types are not known.
package enum ValueEquality {
  /// Whether two values are equal, or written alike if they cannot be compared.
  package static func areEqual(_ one: Any, _ other: Any) -> Bool {
    // Functions and metatypes are only good for their types here.
    if case .variable = TypeShape(of: boxedType(of: one)) {
      return boxedType(of: one) == boxedType(of: other)
    }
    if let one = one as? any Equatable { return areEqual(one, other) }
    return ValueText.lines(one) == ValueText.lines(other)
  }

  private static func areEqual<Value: Equatable>(_ one: Value, _ other: Any) -> Bool {
    (other as? Value) == one
  }
}
