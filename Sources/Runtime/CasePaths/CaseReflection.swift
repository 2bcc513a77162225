/// What reflection tells about an enum value: the slow and safe way to look into a case.
package struct CaseReflection {
  /// The type of the enum.
  package let root: any Any.Type
  /// The name of the case.
  package let name: String
  /// The associated values, in order, without their labels; empty for a case that has none.
  package let values: [Any]

  /// `nil` if the value is not of an enum.
  package init?(_ value: Any) {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .enum else { return nil }
    root = mirror.subjectType
    guard let child = mirror.children.first, let label = child.label else {
      name = "\(value)"
      values = []
      return
    }
    name = label
    let payload = Mirror(reflecting: child.value)
    let isTuple = payload.displayStyle == .tuple
    values = isTuple ? payload.children.map(\.value) : [child.value]
  }

  /// Whether both are of the same case of the same enum.
  package func isSameCase(as other: CaseReflection) -> Bool {
    root == other.root && name == other.name
  }
}
