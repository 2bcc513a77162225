import Ratchet
import RatchetRecording

/// Writes an action on one line, for the state in which it is reduced: of a `FieldChange` of a
/// struct, or of a long payload of the type of a part of the state, only the members that differ.
package enum ActionText {
  /// The most parts of a state to visit.
  private static var maxParts: Int { 1_000 }
  /// The length from which a payload is long.
  private static var long: Int { 100 }

  /// The text of an action; as from `ValueLine`, unless the action has a `FieldChange` of the state
  /// or of a part of it, or a long payload.
  package static func text(_ action: Any, before state: Any) -> String {
    let whole = ValueLine.text(action)
    let parts = CaseReflection.parts(of: action)
    if let change = parts.lazy.compactMap({ $0 as? any SetsField }).first {
      return text(of: change, before: state)
        .map { text in ValueLine.text(action) { $0 is any SetsField ? text : nil } } ?? whole
    }
    if whole.utf8.count <= long { return whole }
    for payload in parts.dropFirst() where ValueParts(payload).style == .struct {
      let type = type(of: payload)
      func isSame(_ part: Any) -> Any? { Swift.type(of: part) == type ? part : nil }
      guard let old = only(in: state, isSame) else { continue }
      let changes = ChangeAssignments.texts("", from: old, to: payload)
      if changes.first?.hasPrefix(" = ") == true { break }
      let text = "\(type) with \(changes.isEmpty ? "no change" : ChangeAssignments.line(changes))"
      return ValueLine.text(action) { isSame($0) == nil ? nil : text }
    }
    return whole
  }

  /// The members that a change changes, such as `\.settings.sound = false`; `nil` if the state
  /// before is not known, or has several parts that the change could concern.
  private static func text(of change: any SetsField, before state: Any) -> String? {
    guard let found = only(in: state, change.values(in:)) else { return nil }
    let new = ValueParts(found.new)
    guard (new.payload.map { ValueParts($0.value) } ?? new).style == .struct else { return nil }
    let texts = ChangeAssignments.texts("\\.\(found.field)", from: found.old, to: found.new)
    return texts.isEmpty ? nil : ChangeAssignments.line(texts)
  }

  /// What a function finds in a state or in one of its parts; `nil` if it finds several.
  private static func only<Found>(in state: Any, _ find: (Any) -> Found?) -> Found? {
    var rest = [state]
    var next = 0
    var found: Found?
    while next < rest.count, next < maxParts {
      let part = rest[next]
      next += 1
      if let one = find(part) {
        if found != nil { return nil }
        found = one
        if next == 1 { break }
      }
      guard case .other(let parts) = ValueNode(part) else { continue }
      switch parts.style {
      case .struct where !parts.isOpaque: rest += parts.parts.map(\.value)
      case .optional, .enum, .tuple: rest += parts.parts.map(\.value)
      default: break
      }
    }
    return found
  }
}
