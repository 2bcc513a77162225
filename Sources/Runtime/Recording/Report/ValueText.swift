import Ratchet

/// Writes a value as lines of text, so that values can be compared line by line.
///
/// Used by `Difference`, which compares two values, and for states and actions in reports.
/// Unordered values, such as sets, are written in the order of their elements or of the text of
/// these. An object is written out once; later occurrences only name it, which also ends cycles.
/// Long values are cut, and the equal start and end of two long values are only counted. So time
/// and stack are bounded, whatever the size of the value.
package struct ValueText {
  private var objects: Set<ObjectIdentifier> = []
  private var depth = 0
  /// The number of values that still fit.
  var room = maxValues
  /// Whether some of the value was omitted.
  package internal(set) var isCut = false

  /// Deeper parts are omitted, because each level takes stack.
  private static var maxDepth: Int { 100 }
  private static var maxValues: Int { 10_000 }

  /// The lines of a value that is compared with no other, such as an action in a report.
  package static func lines(_ value: Any) -> [String] {
    var text = ValueText()
    return text.lines(of: value)
  }

  /// The lines of a value.
  ///
  /// With another value to compare with, parts that are long and equal in both are only counted.
  mutating func lines(of value: Any, beside other: Any? = nil) -> [String] {
    let type = boxedType(of: value)
    // Reflection returns functions and metatypes in a representation that is not that of their
    // type, so only the type may be used.
    if case .variable = TypeShape(of: type) { return ["\(type)"] }
    if type == AnyHashable.self, let value = value as? AnyHashable {
      return lines(of: value.base, beside: (other as? AnyHashable)?.base)
    }
    if let text = value as? any StringProtocol {
      return lines(ofString: String(text), beside: other as? String)
    }
    if depth == Self.maxDepth || room <= 0 {
      isCut = true
      return ["..."]
    }
    room -= 1
    depth += 1
    defer { depth -= 1 }
    return lines(of: value, Mirror(reflecting: value), beside: other)
  }

  // MARK: - Kinds of values

  private mutating func lines(of value: Any, _ mirror: Mirror, beside other: Any?) -> [String] {
    if mirror.children.isEmpty, mirror.superclassMirror == nil {
      return leaf(value, mirror, beside: other)
    }
    let counterpart = other.map { Mirror(reflecting: $0) }
    switch mirror.displayStyle {
    case .optional: return lines(ofOptional: mirror, counterpart)
    case .enum: return lines(ofEnum: mirror, counterpart)
    case .tuple: return Self.block("(", members(of: mirror, counterpart), ")")
    case .collection: return Self.list("[", elements(of: mirror, counterpart), "]")
    case .set: return Self.list("[", elements(ofSet: mirror, counterpart), "]")
    case .dictionary: return Self.list("[", entries(of: mirror, counterpart), "]")
    case .class: return lines(ofObject: value as AnyObject, mirror, counterpart)
    default:
      if ValueLine.isOpaque(mirror) { return description(of: value, beside: other) }
      return Self.block("\(mirror.subjectType)(", members(of: mirror, counterpart), ")")
    }
  }

  private mutating func leaf(_ value: Any, _ mirror: Mirror, beside other: Any?) -> [String] {
    if let character = value as? Character { return [ValueLine.cut(character.debugDescription)] }
    let isDescribed = value is any CustomStringConvertible
    return switch mirror.displayStyle {
    case .enum where !isDescribed: [".\(value)"]
    case .optional: ["nil"]
    case .collection, .set: ["[]"]
    case .dictionary: ["[:]"]
    case .struct where !isDescribed, .class: ["\(mirror.subjectType)()"]
    default: description(of: value, beside: other)
    }
  }

  /// A nested optional shows each of its layers, so that `.some(nil)` differs from `nil`.
  private mutating func lines(ofOptional mirror: Mirror, _ other: Mirror?) -> [String] {
    guard let value = mirror.children.first?.value else { return ["nil"] }
    let lines = lines(of: value, beside: other?.children.first?.value)
    let isNested = TypeShape(of: boxedType(of: value)) == .optional
    return isNested ? Self.block(".some(", [lines], ")") : lines
  }

  private mutating func lines(ofEnum mirror: Mirror, _ other: Mirror?) -> [String] {
    guard let child = mirror.children.first else { return [] }
    let counterpart = other?.children.first.flatMap { $0.label == child.label ? $0.value : nil }
    let name = ".\(child.label ?? "")("
    if case .tuple = TypeShape(of: boxedType(of: child.value)) {
      let members = members(
        of: Mirror(reflecting: child.value), counterpart.map { Mirror(reflecting: $0) })
      return Self.block(name, members, ")")
    }
    return Self.block(name, [lines(of: child.value, beside: counterpart)], ")")
  }

  private mutating func lines(
    ofObject object: AnyObject, _ mirror: Mirror, _ other: Mirror?
  ) -> [String] {
    let name = "\(mirror.subjectType)"
    guard objects.insert(ObjectIdentifier(object)).inserted else { return ["\(name)(as above)"] }
    var inherited: [[String]] = []
    var next = (mirror.superclassMirror, other?.superclassMirror)
    while let mirror = next.0 {
      inherited = members(of: mirror, next.1) + inherited
      next = (mirror.superclassMirror, next.1?.superclassMirror)
    }
    return Self.block("\(name)(", inherited + members(of: mirror, other), ")")
  }
}
