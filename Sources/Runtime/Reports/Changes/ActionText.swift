import Ratchet
import RatchetRecording

/// Writes an action on one line, and shortens what the state before the action already shows.
///
/// Used for the failures of test stores, the stories of simulations, and pages. Two kinds of values
/// in an action are shortened to the members in which they differ from a part of the state:
///
/// - a `FieldChange`, which sets a field of the state, if the field is a struct
/// - in a long action, a struct whose type exactly one part of the state has
package enum ActionText {
  /// The most parts of a state to visit.
  private static var maxParts: Int { 1_000 }
  /// The most bytes of an action's text that is not shortened; a `FieldChange` always is.
  private static var maxLength: Int { 100 }

  /// The text of an action; the same as from `ValueLine` if nothing in it can be shortened.
  package static func text(_ action: Any, before state: Any) -> String {
    let whole = ValueLine.text(action)
    let parts = CaseReflection.parts(of: action)
    if let change = parts.lazy.compactMap({ $0 as? any SetsField }).first {
      return text(of: change, before: state)
        .map { text in ValueLine.text(action) { $0 is any SetsField ? text : nil } } ?? whole
    }
    if whole.utf8.count <= maxLength { return whole }
    // `parts` begins with the action itself.
    for payload in parts.dropFirst() where ValueParts(payload).style == .struct {
      let type = type(of: payload)
      func ofType(_ part: Any) -> Any? { Swift.type(of: part) == type ? part : nil }
      guard let old = only(in: state, ofType) else { continue }
      let changes = ChangeAssignments.texts("", from: old, to: payload)
      // Without a member before it, ` = ` assigns the whole payload: nothing is gained.
      if changes.first?.hasPrefix(" = ") == true { break }
      let text = "\(type) with \(changes.isEmpty ? "no change" : ChangeAssignments.line(changes))"
      return ValueLine.text(action) { ofType($0) == nil ? nil : text }
    }
    return whole
  }

  /// The members that a change changes, such as `\.settings.sound = false`.
  ///
  /// `nil` if no part of the state, or more than one, has the type that the change applies to, if
  /// the field is not a struct, or if nothing changes.
  private static func text(of change: any SetsField, before state: Any) -> String? {
    guard let found = only(in: state, change.values(in:)) else { return nil }
    let new = ValueParts(found.new)
    // Of an optional field, the value inside counts.
    guard (new.payload.map { ValueParts($0.value) } ?? new).style == .struct else { return nil }
    let texts = ChangeAssignments.texts("\\.\(found.field)", from: found.old, to: found.new)
    return texts.isEmpty ? nil : ChangeAssignments.line(texts)
  }

  /// What `find` returns for the state, or else for its only part in which it finds something.
  ///
  /// `nil` if it finds something in several parts, or in none. Parts are visited from the outside
  /// inward.
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
