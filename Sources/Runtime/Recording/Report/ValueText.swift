import Ratchet

/// Writes a value as lines of text, so that values can be compared line by line.
///
/// Used by `Difference`, which compares two values, and for states and actions in reports. Make a
/// `ValueText` for each value, except for several states by `lines(ofNext:)`: the objects of the
/// first value would not be written out in the second.
///
/// Sets and dictionaries are written in the order of their elements or keys, or of the text of
/// these. An object is written out once; later occurrences only name it, which also ends cycles.
/// Long values are cut, and the equal start and end of two long values are only counted. So time
/// and stack are bounded, whatever the size of the value.
package struct ValueText {
  /// The objects written so far.
  private(set) var objects: Set<ObjectIdentifier> = []
  /// The number of values around the current one.
  private var depth = 0
  /// The number of values that still fit.
  var room = maxValues
  /// Whether some of the value was omitted.
  package internal(set) var isCut = false
  /// The path to the current value: the index of a member in each value around it.
  var path: [Int] = []
  /// The elements of each collection in the state before, by the path to the collection; `nil`
  /// unless this text writes several states, one after the other.
  var written: [[Int]: [WrittenElement]]?

  /// Whether dates and the like are written exactly everywhere, not only where two of them differ
  /// and have the same description.
  var isExact = false

  /// Deeper parts are omitted, because each level takes stack.
  private static var maxDepth: Int { 100 }
  /// The most values to write, parts included.
  private static var maxValues: Int { 10_000 }

  package init() {}

  /// The lines of a value that is compared with no other, such as an action in a report.
  package static func lines(_ value: Any) -> [String] {
    var text = ValueText()
    return text.lines(of: value)
  }

  /// The lines of the next of several states, which are all written by this text.
  package mutating func lines(ofNext state: Any) -> [String] {
    let written = self.written ?? [:]
    self = ValueText()
    self.written = written
    return lines(of: state)
  }

  /// The lines of a value.
  ///
  /// With another value to compare with, parts that are long and equal in both are only counted.
  package mutating func lines(of value: Any, beside other: Any? = nil) -> [String] {
    switch ValueNode(value) {
    case .function(let type): return [type]
    case .text(let text): return lines(ofString: String(text), beside: other as? String)
    case .other(let parts):
      if depth == Self.maxDepth || room <= 0 {
        isCut = true
        return ["..."]
      }
      room -= 1
      depth += 1
      defer { depth -= 1 }
      return parts.isLeaf ? leaf(parts, beside: other) : lines(of: parts, beside: other)
    }
  }

  // MARK: - Kinds of values

  /// The lines of a value without parts.
  private mutating func leaf(_ parts: ValueParts, beside other: Any?) -> [String] {
    let value = parts.value
    if let character = value as? Character { return [ValueLine.cut(character.debugDescription)] }
    let isDescribed = value is any CustomStringConvertible
    return switch parts.style {
    case .enum where !isDescribed: [".\(value)"]
    case .optional: ["nil"]
    case .collection, .set: ["[]"]
    case .dictionary: ["[:]"]
    case .struct where !isDescribed, .class: ["\(parts.type)()"]
    default: description(of: value, beside: other)
    }
  }

  /// The lines of a value with parts.
  private mutating func lines(of parts: ValueParts, beside other: Any?) -> [String] {
    var counterpart: ValueParts?
    if let other, case .other(let parts) = ValueNode(other) { counterpart = parts }
    switch parts.style {
    case .optional: return lines(ofOptional: parts, counterpart)
    case .enum:
      if counterpart?.caseName != parts.caseName { counterpart = nil }
      return members(of: parts, counterpart, ".\(parts.caseName ?? "")(")
    case .tuple: return members(of: parts, counterpart, "(")
    case .collection: return Self.list("[", elements(of: parts, counterpart), "]")
    case .set, .dictionary: return Self.list("[", entries(of: parts, counterpart), "]")
    case .class:
      if objects.insert(ObjectIdentifier(parts.value as AnyObject)).inserted { break }
      return ["\(parts.type)(as above)"]
    default:
      // A type of the standard library or Foundation.
      if parts.isOpaque { return description(of: parts.value, beside: other) }
    }
    return members(of: parts, counterpart, "\(parts.type)(")
  }

  /// A nested optional shows each of its layers, so that `.some(nil)` differs from `nil`.
  private mutating func lines(ofOptional parts: ValueParts, _ other: ValueParts?) -> [String] {
    guard let value = parts.payload?.value else { return ["nil"] }
    let lines = lines(of: value, beside: other?.payload?.value)
    let isNested = TypeShape(of: boxedType(of: value)) == .optional
    return isNested ? Self.block(".some(", [lines], ")") : lines
  }
}
