/// The names of an action's case and of the cases inside it, such as `view.form.saved`: a label for
/// metrics and logs, with one value for each case.
///
/// ```swift
/// counter(label: caseName(of: action)).increment()
/// ```
///
/// For an id and the action of an element, it uses the action: `row.renamed`. For a value that is
/// not an enum, it returns the name of the type. It takes microseconds, because it uses reflection.
public func caseName(of action: Any) -> String {
  CaseReflection.leafName(of: action) ?? "\(type(of: action))"
}

/// Finds the case and the associated values of an enum value by reflection.
///
/// The test store uses it to compare, describe and count actions by their cases; ``CaseNames`` uses
/// it to name a case. Reflection is slow and needs no knowledge of memory; a store uses
/// ``CasePath`` instead.
package struct CaseReflection {
  /// The type of the enum value.
  package let root: any Any.Type
  /// The name of the case.
  package let name: String
  /// The associated values, in order and without labels; empty for a case without any.
  ///
  /// Do not use functions and metatypes among the values: in an `Any`, their representation may
  /// differ from the one that their type has elsewhere.
  package let values: [Any]
  /// Identifies the case; `nil` if it cannot be determined, and only the name is known.
  private let id: CaseID?

  /// Returns `nil` if the value's type is not an enum.
  package init?(_ value: Any) {
    let parts = ValueParts(value)
    guard parts.style == .enum else { return nil }
    root = parts.type
    id = Self.id(of: value)
    name = parts.caseName ?? CaseLevel(value)?.name ?? "\(value)"
    values = parts.parts.map(\.value)
  }

  /// Whether both values are of the same case of the same enum.
  package func isSameCase(as other: CaseReflection) -> Bool {
    root == other.root && (id == nil ? name == other.name : id == other.id)
  }

  /// The names of an action's case and of the cases inside it: `view.sheet.save`; `nil` if its type
  /// is not an enum.
  package static func leafName(of action: Any) -> String? {
    var names: [String] = []
    var next: Any? = action
    while let reflection = next.flatMap({ CaseReflection($0) }) {
      names.append(reflection.name)
      next = reflection.values.last
    }
    return names.isEmpty ? nil : names.joined(separator: ".")
  }

  /// The values inside a value's cases and tuples, itself included, from the outside inward;
  /// searches a thousand of them at most.
  package static func parts(of value: Any) -> [Any] {
    var parts = [value]
    var next = 0
    while next < parts.count, next < 1_000 {
      let part = parts[next]
      next += 1
      guard [.enum, .optional, .tuple].contains(Mirror(reflecting: part).displayStyle) else {
        continue
      }
      parts += children(of: part).map(\.value)
    }
    return parts
  }

  /// The values directly inside a value: members, elements, or the associated values of a case, as
  /// one tuple if there are several.
  ///
  /// Of a dictionary, keys and values in a fixed order; of a set, each element twice. Of anything
  /// else but an object, at most 10,000.
  package static func children(of value: Any) -> [Mirror.Child] {
    // Swift may crash in the mirror of an indirect case with functions or metatypes beside other
    // values. For such a case, a `CaseLevel` has the type of the payload, but not the payload.
    if EnumShape.of(boxedType(of: value)) != nil, let level = CaseLevel(value),
      level.step?.declared.isIndirect == true, level.payload == nil, level.payloadType != nil
    {
      return []
    }
    let parts = ValueParts(value)
    switch parts.style {
    case .set, .dictionary:
      let entries = ValueParts.inOrder(parts.entries) { [ValueLine.text($0)] }
      return entries.flatMap { [(label: nil, value: $0.key), (label: nil, value: $0.value)] }
    case .class: return Array(parts.parts)
    default: return Array(Mirror(reflecting: value).children.prefix(10_000))
    }
  }

  /// Identifies a value's case in its enum; `nil` if its type is not an enum.
  package static func id(of value: Any) -> CaseID? {
    func id<Root>(of root: Root) -> CaseID? { CaseID(of: root) }
    return id(of: value)
  }
}
