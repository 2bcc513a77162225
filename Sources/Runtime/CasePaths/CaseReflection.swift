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

/// The names of cases in messages.
package enum CaseNames {
  /// The case that a constructor makes, for a message: `the case 'done'`.
  ///
  /// A function does not reveal its case. So the case is named if only one holds the type, or if a
  /// value of that type can be made to call the function with; otherwise all cases that hold it
  /// are.
  package static func text<Root, Value>(of constructor: (Value) -> Root) -> String {
    let cases = EnumWitnesses(of: Root.self)?.cases ?? []
    let names = cases.compactMap { declared in
      if case .type(let held) = declared.payload, held == Value.self { declared.name } else { nil }
    }
    if names.count != 1, let value = sample(of: Value.self),
      let made = CaseReflection(constructor(value))
    {
      return "the case '\(made.name)'"
    }
    if names.isEmpty { return "the case with '\(Value.self)'" }
    return "the case " + names.map { "'\($0)'" }.joined(separator: " or ")
  }

  /// A value of a type that can be made without arguments.
  static func sample<Value>(of type: Value.Type) -> Value? {
    func empty<C: RangeReplaceableCollection>(_ type: C.Type) -> Any { C() }
    func null<N: ExpressibleByNilLiteral>(_ type: N.Type) -> Any { N(nilLiteral: ()) }
    func zero<N: Numeric>(_ type: N.Type) -> Any { N.zero }
    return switch type {
    case let type as any RangeReplaceableCollection.Type: empty(type) as? Value
    case let type as any Numeric.Type: zero(type) as? Value
    case let type as any ExpressibleByNilLiteral.Type: null(type) as? Value
    case is Bool.Type: false as? Value
    default: () as? Value
    }
  }
}
