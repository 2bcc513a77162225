/// Writes a value as lines of text, so that values can be compared line by line.
///
/// What has no order of its own, as a set, is written in the order of its elements or else of their text. An object
/// is written out once; where it occurs again it is only named, which also ends cycles.
package struct ValueText {
  private var objects: Set<ObjectIdentifier> = []
  private var depth = 0

  /// What lies deeper is left out: each level takes stack.
  private static var deepest: Int { 100 }

  package static func lines(_ value: Any) -> [String] {
    var text = ValueText()
    return text.lines(of: value)
  }

  mutating func lines(of value: Any) -> [String] {
    let type = boxedType(of: value)
    // Reflection hands these out in a form that is not that of their type: only the type may be used.
    if case .variable = TypeShape(of: type) { return ["\(type)"] }
    if let value = value as? AnyHashable, type == AnyHashable.self { return lines(of: value.base) }
    if let text = value as? any StringProtocol { return Self.lines(ofString: String(text)) }
    if depth == Self.deepest { return ["..."] }
    depth += 1
    defer { depth -= 1 }
    return lines(of: value, Mirror(reflecting: value))
  }

  // MARK: - Kinds of values

  private mutating func lines(of value: Any, _ mirror: Mirror) -> [String] {
    if mirror.children.isEmpty, mirror.superclassMirror == nil { return [Self.leaf(value, mirror)] }
    switch mirror.displayStyle {
    case .optional: return lines(ofOptional: mirror)
    case .enum: return lines(ofEnum: mirror)
    case .tuple: return Self.block("(", members(of: mirror), ")")
    case .collection: return Self.list("[", mirror.children.map { lines(of: $0.value) }, "]")
    case .set: return Self.list("[", elements(ofSet: mirror), "]")
    case .dictionary: return Self.list("[", entries(of: mirror), "]")
    case .class: return lines(ofObject: value as AnyObject, mirror)
    default:
      if Self.isOpaque(mirror) { return [String(describing: value)] }
      return Self.block("\(mirror.subjectType)(", members(of: mirror), ")")
    }
  }

  private static func leaf(_ value: Any, _ mirror: Mirror) -> String {
    if let character = value as? Character { return character.debugDescription }
    let isDescribed = value is any CustomStringConvertible
    return switch mirror.displayStyle {
    case .enum where !isDescribed: ".\(value)"
    case .optional: "nil"
    case .collection, .set: "[]"
    case .dictionary: "[:]"
    case .struct where !isDescribed, .class: "\(mirror.subjectType)()"
    default: String(describing: value)
    }
  }

  /// The standard library's and Foundation's own types are better described than reflected.
  static func isOpaque(_ mirror: Mirror) -> Bool {
    let name = String(reflecting: mirror.subjectType)
    return name.hasPrefix("Foundation") || name.hasPrefix("Swift.")
  }

  private static func lines(ofString text: String) -> [String] {
    guard text.contains("\n" as Character) else { return [text.debugDescription] }
    let lines = text.split(separator: "\n" as Character, omittingEmptySubsequences: false)
    return [#"""""#] + lines.map(String.init) + [#"""""#]
  }

  /// An optional in an optional shows each of its layers, so that `.some(nil)` is not written as `nil` is.
  private mutating func lines(ofOptional mirror: Mirror) -> [String] {
    guard let value = mirror.children.first?.value else { return ["nil"] }
    let isNested = TypeShape(of: boxedType(of: value)) == .optional
    return isNested ? Self.block(".some(", [lines(of: value)], ")") : lines(of: value)
  }

  private mutating func lines(ofEnum mirror: Mirror) -> [String] {
    guard let child = mirror.children.first else { return [] }
    let name = ".\(child.label ?? "")("
    if case .tuple = TypeShape(of: boxedType(of: child.value)) {
      return Self.block(name, members(of: Mirror(reflecting: child.value)), ")")
    }
    return Self.block(name, [lines(of: child.value)], ")")
  }

  private mutating func lines(ofObject object: AnyObject, _ mirror: Mirror) -> [String] {
    let name = "\(mirror.subjectType)"
    guard objects.insert(ObjectIdentifier(object)).inserted else { return ["\(name)(as above)"] }
    var inherited: [[String]] = []
    var next = mirror.superclassMirror
    while let mirror = next {
      inherited = members(of: mirror) + inherited
      next = mirror.superclassMirror
    }
    return Self.block("\(name)(", inherited + members(of: mirror), ")")
  }
}
