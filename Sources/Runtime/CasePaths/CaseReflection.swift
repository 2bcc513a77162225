/// What reflection tells about an enum value: the slow and safe way to look into a case.
package struct CaseReflection {
  /// The type of the enum.
  package let root: any Any.Type
  /// The name of the case; of one that has no associated values, what is printed of it.
  package let name: String
  /// The associated values, in order, without their labels; empty for a case that has none.
  ///
  /// Functions and metatypes among them must not be used: they have not always the form that their type has in an `Any`.
  package let values: [Any]
  private let tag: Int?

  /// `nil` if the value is not of an enum.
  package init?(_ value: Any) {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .enum else { return nil }
    root = mirror.subjectType
    tag = Self.tag(of: value)
    guard let child = mirror.children.first, let label = child.label else {
      name = "\(value)"
      values = []
      return
    }
    name = label
    let isTuple = if case .tuple = TypeShape(of: boxedType(of: child.value)) { true } else { false }
    values = isTuple ? Mirror(reflecting: child.value).children.map(\.value) : [child.value]
  }

  /// Whether both are of the same case of the same enum.
  package func isSameCase(as other: CaseReflection) -> Bool {
    guard root == other.root else { return false }
    guard let tag, let otherTag = other.tag else { return name == other.name }
    return tag == otherTag
  }

  private static func tag(of value: Any) -> Int? {
    func tag<Root>(of root: Root) -> Int? {
      // Safe: the witnesses are those of `Root`.
      EnumWitnesses(of: Root.self).map { unsafe $0.tag(of: root) }
    }
    return tag(of: value)
  }
}
