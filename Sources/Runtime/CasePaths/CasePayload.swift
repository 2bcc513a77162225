/// Extracts the associated values of an enum value by reflection, with the type that the case
/// declares for them.
///
/// `CaseProof` examines the first value of a case with it; `CaseConstructor` extracts with it where
/// a payload is not proved to be readable from memory.
struct CasePayload {
  private let value: Any
  /// The declared type without a label; for an existential, not the type of the value in it.
  let type: any Any.Type

  /// Returns `nil` if the value's case has no associated values.
  ///
  /// The value's type must not conform to `CustomReflectable`. `Optional` does, but its mirror
  /// shows the wrapped value.
  init?(of root: some Any) {
    guard let payload = Mirror(reflecting: root).children.first?.value else { return nil }
    let declared = (Swift.type(of: root) as? any Wrapping.Type)?.wrapped ?? boxedType(of: payload)
    type = TypeShape.withoutLabel(declared)
    value =
      type == declared ? payload : Mirror(reflecting: payload).children.first?.value ?? payload
  }

  /// Returns the payload as a type that is the declared type, or that converts to it.
  ///
  /// Returns `nil` for functions and metatypes: reflection returns them with a calling convention
  /// or size that is not that of the type it names.
  func cast<Value>(to target: Value.Type) -> Value? {
    CaseProof.isReadableFromMemory(type) ? value as? Value : nil
  }

  /// Finds a value of a type in `root`: `root` itself, or a value nested in its cases and tuples.
  ///
  /// `CaseConstructor` calls the function that it examines with this value.
  static func first<Value>(_ type: Value.Type, in root: Any, depth: Int = 8) -> Value? {
    if CaseProof.isSame(boxedType(of: root), Value.self), let value = root as? Value {
      return value
    }
    let mirror = Mirror(reflecting: root)
    guard [.enum, .optional, .tuple].contains(mirror.displayStyle), depth > 0 else { return nil }
    return mirror.children.lazy.compactMap { first(type, in: $0.value, depth: depth - 1) }.first
  }
}
