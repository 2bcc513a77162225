/// The case of an enum value, found by reflection: slow but always safe.
package struct CaseReflection {
  /// The type of the enum.
  package let root: any Any.Type
  /// The name of the case; for a case without associated values, the value as printed.
  package let name: String
  /// The associated values, in order and without labels; empty for a case without any.
  ///
  /// Functions and metatypes among them must not be used: their representation may differ from that
  /// of their type in an `Any`.
  package let values: [Any]
  private let tag: Int?

  /// `nil` if the value's type is not an enum.
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
    let isTuple = TypeShape(of: boxedType(of: child.value)) == .tuple
    values = isTuple ? Mirror(reflecting: child.value).children.map(\.value) : [child.value]
  }

  /// Whether both are of the same case of the same enum.
  package func isSameCase(as other: CaseReflection) -> Bool {
    guard root == other.root else { return false }
    guard let tag, let otherTag = other.tag else { return name == other.name }
    return tag == otherTag
  }

  /// The tag of a value's case; `nil` if its type is not an enum.
  package static func tag(of value: Any) -> Int? {
    func tag<Root>(of root: Root) -> Int? {
      // Safe: the witnesses are those of `Root`.
      EnumWitnesses(of: Root.self).map { unsafe $0.tag(of: root) }
    }
    return tag(of: value)
  }
}
