/// The associated values of an enum value, taken out by reflection, with the type that its case declares.
struct CasePayload {
  private let value: Any
  /// The declared type, which for an existential is not the type of the value in it.
  let type: any Any.Type

  /// `nil` if the value's case has no associated values.
  ///
  /// The type of the value must not describe itself to `Mirror`; `Optional` does, truly.
  init?(of root: some Any) {
    guard let child = Mirror(reflecting: root).children.first else { return nil }
    value = child.value
    type = (Swift.type(of: root) as? any Wrapping.Type)?.wrapped ?? boxedType(of: child.value)
  }

  /// The value as another type, which is the declared type or one that converts to it.
  ///
  /// `nil` for functions and metatypes: reflection hands them out with a calling convention or size
  /// that is not that of the type it names.
  func cast<Value>(to target: Value.Type) -> Value? {
    guard CaseProof.isStoredAlike(type) else { return nil }
    if let value = value as? Value { return value }
    guard case .tuple(let elements) = TypeShape(of: type), elements.count == 1 else { return nil }
    return Mirror(reflecting: value).children.first?.value as? Value
  }
}

/// The type that an `Any` was made with: that of the variable, not that of a value inside an existential.
func boxedType(of value: Any) -> any Any.Type {
  func type<Boxed>(of value: Boxed) -> any Any.Type { Boxed.self }
  return type(of: value)
}
