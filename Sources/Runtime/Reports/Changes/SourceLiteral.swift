import Ratchet
import RatchetRecording

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Writes a value as Swift source, so that a report can be pasted as a test.
///
/// Used for the tests that simulations and recordings print. There is no source (`nil`) for a value
/// that contains an object, a closure, a value of a private type, or a struct with hidden members:
/// the source might not make the same value. A struct is written as a call of its memberwise
/// initializer, or by the closure `writeStruct`: tests of recordings decode structs from JSON.
package struct SourceLiteral {
  /// The number of values around the current one.
  private var depth = 0
  /// The number of values that still fit.
  private var room = maxValues
  /// Writes a struct; if `nil`, a struct is a call of its memberwise initializer.
  private let writeStruct: ((Any) -> String?)?
  /// The types of the enums that were written, whose modules a test has to import.
  private var enums: [any Any.Type] = []

  /// A deeper value has no source, because each level takes stack.
  private static var maxDepth: Int { 50 }
  /// The most values in a literal.
  private static var maxValues: Int { 1_000 }

  /// The source of a value in a context that determines its type, such as `.removed(id: 7)`; `nil`
  /// if it has none.
  package static func text(_ value: Any) -> String? {
    var literal = SourceLiteral(writeStruct: nil)
    return literal.write(value)
  }

  /// The source of a value whose structs a closure writes, and the types of the enums in it.
  static func parts(
    of value: Any, writeStruct: @escaping (Any) -> String?
  ) -> (text: String, enums: [any Any.Type])? {
    var literal = SourceLiteral(writeStruct: writeStruct)
    return literal.write(value).map { ($0, literal.enums) }
  }

  private init(writeStruct: ((Any) -> String?)?) {
    self.writeStruct = writeStruct
  }

  /// The source name of a type in its own module; `nil` for a private type.
  package static func name(of type: any Any.Type) -> String? {
    let full = String(reflecting: type)
    // The name of a private type has its context in parentheses.
    guard !full.contains("("), let dot = full.firstIndex(of: ".") else { return nil }
    return SourceName.type(String(full[full.index(after: dot)...]))
  }

  /// The source of a value; all functions `write` return `nil` if there is none.
  private mutating func write(_ value: Any) -> String? {
    if depth == Self.maxDepth || room == 0 { return nil }
    room -= 1
    depth += 1
    defer { depth -= 1 }
    switch ValueNode(value) {
    case .function: return nil
    case .text(let text): return String(text).debugDescription
    case .other(let parts): return Self.plain(parts.value) ?? write(parts)
    }
  }

  /// The source of a value from its parts.
  private mutating func write(_ parts: ValueParts) -> String? {
    if let value = parts.value as? any ElementsWithIDs {
      return value.elementsOfLiteral.flatMap { list($0.map { write($0) }) }
    }
    return switch parts.style {
    case .optional: write(optional: parts)
    case .collection: list(parts.parts.map { write($0.value) })
    case .set: list(parts.entries.map { write($0.value) }, isSorted: true)
    case .dictionary: write(dictionary: parts)
    case .enum: write(enum: parts)
    case .tuple: arguments(of: parts)
    case .struct where !parts.isOpaque: write(struct: parts)
    default: nil
    }
  }

  /// The source of a value that has its own syntax.
  private static func plain(_ value: Any) -> String? {
    switch value {
    case let value as Character: value.debugDescription
    case let value as Bool: "\(value)"
    case let value as any FixedWidthInteger: "\(value)"
    case let value as any BinaryFloatingPoint: floatingPoint(value)
    case let value as Duration: value.sourceText
    case let value as StackID: "\(value)"
    case let value as UUID: "UUID(uuidString: \"\(value)\")!"
    case let value as Date:
      "Date(timeIntervalSinceReferenceDate: \(value.timeIntervalSinceReferenceDate))"
    case let value as URL: "URL(string: \(value.absoluteString.debugDescription))!"
    default: nil
    }
  }

  private static func floatingPoint(_ value: some BinaryFloatingPoint) -> String {
    if value.isNaN { return ".nan" }
    if value.isInfinite { return value < 0 ? "-.infinity" : ".infinity" }
    return "\(value)"
  }

  // MARK: - Values with parts

  private mutating func write(optional parts: ValueParts) -> String? {
    guard let value = parts.payload?.value else { return "nil" }
    guard let text = write(value) else { return nil }
    // A case named `none` or `some` would be mistaken for the optional's.
    let isAmbiguous =
      text == ".none" || text.hasPrefix(".some(")
      || TypeShape(of: boxedType(of: value)) == .optional
    return isAmbiguous ? ".some(\(text))" : text
  }

  private mutating func write(enum parts: ValueParts) -> String? {
    enums.append(parts.type)
    if let name = parts.caseName {
      // A payload that is an empty tuple still needs an argument.
      return arguments(of: parts).map {
        ".\(SourceName.member(name))\($0 == "()" ? "(())" : $0)"
      }
    }
    let value = parts.value
    // A custom description may hide the case's name.
    if value is any CustomStringConvertible || value is any CustomDebugStringConvertible {
      return nil
    }
    // A C enum is printed like a call, such as `Kind(rawValue: 1)`: it has no case name. A raw
    // identifier in backticks may contain parentheses.
    let name = "\(value)"
    return name.contains("(") && !name.hasPrefix("`") ? nil : ".\(SourceName.member(name))"
  }

  private mutating func write(struct parts: ValueParts) -> String? {
    if let writeStruct { return writeStruct(parts.value) }
    if parts.value is any SetsField { return write(change: parts) }
    guard let name = Self.name(of: parts.type) else { return nil }
    // A wrapped or lazy property is not an argument of the memberwise initializer.
    if parts.parts.contains(where: {
      $0.label.map { $0.hasPrefix("_") || $0.hasPrefix("$") } ?? true
    }) {
      return nil
    }
    return arguments(of: parts).map { name + $0 }
  }

  /// The source of a `FieldChange`.
  ///
  /// Reflection gives it one member: the new value, with the path of the field as its label.
  private mutating func write(change: ValueParts) -> String? {
    guard let child = change.parts.first, let path = child.label, let text = write(child.value)
    else { return nil }
    let isWhole = (change.value as? any SetsField).map { $0.isWhole(child.value) } ?? false
    // The path `self`, which is not escaped like a member of this name.
    if isWhole { return ".set(\\.\(path), \(text))" }
    var names: [String] = []
    for part in path.split(separator: ".") {
      let name = part.prefix { !"?!".contains($0) }
      // A subscript in the path has no source.
      guard name.hasPrefix("`") || name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" })
      else { return nil }
      names.append(SourceName.member(String(name)) + part[name.endIndex...])
    }
    return ".set(\\.\(names.joined(separator: ".")), \(text))"
  }

  /// The members of a value as arguments, each with its label if it has one.
  private mutating func arguments(of parts: ValueParts) -> String? {
    var texts: [String] = []
    for part in parts.parts {
      guard let text = write(part.value) else { return nil }
      texts.append(SourceName.label(ValueParts.label(of: part)) + text)
    }
    return "(\(texts.joined(separator: ", ")))"
  }

  private mutating func write(dictionary parts: ValueParts) -> String? {
    if parts.isLeaf { return "[:]" }
    var entries: [String?] = []
    for entry in parts.entries {
      guard let key = write(entry.key), let value = write(entry.value) else { return nil }
      entries.append("\(key): \(value)")
    }
    // `entries` leaves out what reflection does not give as a pair.
    return entries.count == parts.parts.count ? list(entries, isSorted: true) : nil
  }

  /// An array or dictionary literal, sorted if the order of the elements depends on hashes; `nil`
  /// if an element has no source.
  private func list(_ elements: [String?], isSorted: Bool = false) -> String? {
    let texts = elements.compactMap { $0 }
    if texts.count < elements.count { return nil }
    return "[\((isSorted ? texts.sorted() : texts).joined(separator: ", "))]"
  }
}

/// A collection that gives ids to its elements, so that an array literal may give other ids.
protocol ElementsWithIDs {
  /// The elements, if their array literal makes the same value, with the same ids for these
  /// elements and for elements added later; otherwise `nil`.
  var elementsOfLiteral: [Any]? { get }
}

extension Stack: ElementsWithIDs {
  // The ids of a literal ascend from 0, as do those of a stack from which nothing was ever removed.
  var elementsOfLiteral: [Any]? { nextNumber == count ? elements : nil }
}
