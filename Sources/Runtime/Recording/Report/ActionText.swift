import Ratchet

/// Writes an action on one line, for the state in which it is reduced: of a `FieldChange` of a
/// struct, only the members that it changes.
package enum ActionText {
  /// The most parts of a state to visit.
  private static var maxParts: Int { 1_000 }

  /// The text of an action; as from `ValueLine`, unless the action has a `FieldChange` of the state
  /// or of a part of it.
  package static func text(_ action: Any, before state: Any) -> String {
    guard
      let change = CaseReflection.parts(of: action).lazy.compactMap({ $0 as? any SetsField }).first,
      let text = text(of: change, before: state)
    else { return ValueLine.text(action) }
    return ValueLine.text(action) { $0 is any SetsField ? text : nil }
  }

  /// The members that a change changes, such as `\.settings.sound = false`; `nil` if the state
  /// before is not known, or has several parts that the change could concern.
  private static func text(of change: any SetsField, before state: Any) -> String? {
    var rest = [state]
    var next = 0
    var found: (field: String, old: Any, new: Any)?
    while next < rest.count, next < maxParts {
      let part = rest[next]
      next += 1
      if let values = change.values(in: part) {
        if found != nil { return nil }
        found = values
        if next == 1 { break }
      }
      guard case .other(let parts) = ValueNode(part) else { continue }
      switch parts.style {
      case .struct where !parts.isOpaque: rest += parts.parts.map(\.value)
      case .optional, .enum, .tuple: rest += parts.parts.map(\.value)
      default: break
      }
    }
    guard let found else { return nil }
    let new = ValueParts(found.new)
    guard (new.payload.map { ValueParts($0.value) } ?? new).style == .struct else { return nil }
    let texts = ChangeAssignments.texts("\\.\(found.field)", from: found.old, to: found.new)
    return texts.isEmpty ? nil : ChangeAssignments.line(texts)
  }
}
