/// A hashable value of any type, equal to another when both type and value are equal.
///
/// Unlike `AnyHashable` it is `Sendable`, and does not hold `1` and `1.0` to be equal.
package struct AnyID: Hashable, Sendable, CustomStringConvertible {
  private let value: any Hashable & Sendable
  private let hash: Int

  package init(_ value: some Hashable & Sendable) {
    self.value = value
    var hasher = Hasher()
    hasher.combine(ObjectIdentifier(type(of: value)))
    hasher.combine(value)
    hash = hasher.finalize()
  }

  package static func == (lhs: AnyID, rhs: AnyID) -> Bool {
    lhs.hash == rhs.hash && isEqual(lhs.value, rhs.value)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(hash)
  }

  package var description: String { String(reflecting: value) }

  private static func isEqual<Value: Hashable>(_ value: Value, _ other: any Hashable) -> Bool {
    guard type(of: other) == type(of: value), let other = other as? Value else { return false }
    return value == other
  }
}
