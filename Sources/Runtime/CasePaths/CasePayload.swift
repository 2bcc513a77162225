/// The associated values of an enum value, extracted by reflection, with their declared type.
struct CasePayload {
  private let value: Any
  /// The declared type without a label; for an existential, not that of the value in it.
  let type: any Any.Type

  /// `nil` if the value's case has no associated values.
  ///
  /// The value's type must not conform to `CustomReflectable`; `Optional` does, but truthfully.
  init?(of root: some Any) {
    guard let payload = Mirror(reflecting: root).children.first?.value else { return nil }
    let declared = (Swift.type(of: root) as? any Wrapping.Type)?.wrapped ?? boxedType(of: payload)
    type = TypeShape.withoutLabel(declared)
    value =
      type == declared ? payload : Mirror(reflecting: payload).children.first?.value ?? payload
  }

  /// The value as another type, which is the declared type or one that converts to it.
  ///
  /// `nil` for functions and metatypes: reflection returns them with a calling convention or size
  /// that differs from that of the type it names.
  func cast<Value>(to target: Value.Type) -> Value? {
    CaseProof.isStoredAlike(type) ? value as? Value : nil
  }

  /// A value of a type in another value: that itself, or one in its cases and tuples.
  static func first<Value>(_ type: Value.Type, in root: Any, depth: Int = 8) -> Value? {
    if CaseProof.isSame(boxedType(of: root), Value.self), let value = root as? Value {
      return value
    }
    let mirror = Mirror(reflecting: root)
    guard [.enum, .optional, .tuple].contains(mirror.displayStyle), depth > 0 else { return nil }
    return mirror.children.lazy.compactMap { first(type, in: $0.value, depth: depth - 1) }.first
  }
}
