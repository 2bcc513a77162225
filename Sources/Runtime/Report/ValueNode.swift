/// A value of a type that the library does not know, as one of the three kinds that are written in
/// different ways.
///
/// Used by the types that write such values, on one line, as several lines, or as Swift source:
/// `ValueLine`, `ValueText`, and `SourceLiteral`.
package enum ValueNode {
  /// A function or metatype, with the name of its type.
  ///
  /// Reflection returns such a value in a representation that its type does not have, so only the
  /// type may be used.
  case function(String)
  /// A string or substring.
  case text(any StringProtocol)
  /// Any other value, which may have parts.
  case other(ValueParts)

  package init(_ value: Any) {
    let type = boxedType(of: value)
    if case .variable = TypeShape(of: type) {
      self = .function("\(type)")
    } else if type == AnyHashable.self, let value = value as? AnyHashable {
      self.init(value.base)
    } else if let text = value as? any StringProtocol {
      self = .text(text)
    } else {
      self = .other(ValueParts(value))
    }
  }
}

/// A value and its parts, which are values again: one level of the tree that a value is.
///
/// Used by the types that write values, and by those that compare them, such as `ValueEquality`. A
/// part's own parts are read only when a caller asks for them, so the caller decides how much of a
/// value it visits.
package struct ValueParts {
  package let value: Any
  /// The payload of an enum or optional, with the name of its case.
  package let payload: Mirror.Child?
  private let mirror: Mirror

  package init(_ value: Any) {
    self.value = value
    mirror = Mirror(reflecting: value)
    let style = mirror.displayStyle
    payload = style == .enum || style == .optional ? mirror.children.first : nil
  }

  /// What kind of value it is; `nil` for numbers and the like.
  package var style: Mirror.DisplayStyle? { mirror.displayStyle }
  package var type: any Any.Type { mirror.subjectType }
  /// Whether the value has no parts.
  package var isLeaf: Bool { mirror.children.isEmpty && mirror.superclassMirror == nil }
  /// The name of an enum's case if it has a payload.
  package var caseName: String? { style == .enum ? payload?.label : nil }

  /// Whether the value is written by its description and not by its members, which reads better for
  /// types of the standard library and Foundation.
  package var isOpaque: Bool {
    let name = String(reflecting: type)
    return name.hasPrefix("Foundation") || name.hasPrefix("Swift.")
  }

  /// The members or elements: of an enum, those of its payload; of an object, those of its
  /// superclasses first.
  package var parts: Mirror.Children {
    if style == .enum, let payload {
      let isTuple = TypeShape(of: boxedType(of: payload.value)) == .tuple
      return isTuple
        ? Mirror(reflecting: payload.value).children : Mirror.Children([(nil, payload.value)])
    }
    guard var ancestor = mirror.superclassMirror else { return mirror.children }
    var parts = Array(ancestor.children) + mirror.children
    while let next = ancestor.superclassMirror {
      parts = Array(next.children) + parts
      ancestor = next
    }
    return Mirror.Children(parts)
  }

  /// What is written before a part: its label if it has one.
  package static func label(of part: Mirror.Child) -> String {
    part.label.flatMap { $0.hasPrefix(".") ? nil : "\($0): " } ?? ""
  }

  // MARK: - Unordered values

  /// The entries of a dictionary, or the elements of a set as their own keys.
  package var entries: [(key: Any, value: Any)] {
    mirror.children.compactMap { child in
      if style != .dictionary { return (child.value, child.value) }
      let pair = Mirror(reflecting: child.value).children.map(\.value)
      return pair.count == 2 ? (pair[0], pair[1]) : nil
    }
  }

  /// The values of a dictionary by their keys.
  package var valuesByKey: [AnyHashable: Any] {
    var values: [AnyHashable: Any] = [:]
    for case (let key as AnyHashable, let value) in entries { values[key] = value }
    return values
  }

  /// Sorts entries by their keys, or else by the texts that `lines` gives for the keys, so that the
  /// order does not depend on hashes.
  package static func inOrder(
    _ entries: [(key: Any, value: Any)], _ lines: (_ key: Any) -> [String]
  ) -> [(key: Any, value: Any)] {
    if let first = entries.first?.key as? any Comparable, let sorted = sort(entries, like: first) {
      return sorted
    }
    return entries.map { (entry: $0, lines: lines($0.key)) }
      .sorted { $0.lines.lexicographicallyPrecedes($1.lines) }.map(\.entry)
  }

  /// Sorts by keys of a comparable type; returns `nil` if not all keys have this type.
  private static func sort<Key: Comparable>(
    _ entries: [(key: Any, value: Any)], like key: Key
  ) -> [(key: Any, value: Any)]? {
    let keyed = entries.compactMap { entry in (entry.key as? Key).map { (key: $0, entry: entry) } }
    guard keyed.count == entries.count else { return nil }
    return keyed.sorted { $0.key < $1.key }.map(\.entry)
  }
}
