import Ratchet

/// Writes the change of a state as assignments, such as `$0.count = 1`.
///
/// Used for the test that `Recording.testSource` writes, in which a closure with these assignments
/// states what each action is expected to change, and for the stories of failures.
package struct ChangeAssignments {
  /// Whether values are written as Swift source, not as text.
  private var isSource = true
  /// Writes the values, and collects the modules that the test has to import.
  private(set) var source = RecordedTestValues()

  /// The assignments that make the old state the new one; none if they are equal.
  mutating func lines(from old: Any, to new: Any) -> [String] {
    lines("$0", from: old, to: new)
  }

  /// The assignments to `state` that make the old state the new one, with values as in failures.
  package static func texts(from old: Any, to new: Any) -> [String] {
    var assignments = ChangeAssignments()
    assignments.isSource = false
    return assignments.lines("state", from: old, to: new)
  }

  /// The source of a value in a context that determines its type.
  mutating func text(_ value: Any) -> String {
    if isSource { return source.text(value) }
    return (value as? String)?.debugDescription ?? ValueLine.text(value)
  }

  private mutating func lines(_ path: String, from old: Any, to new: Any) -> [String] {
    if ValueEquality.areEqual(old, new) { return [] }
    let both = (ValueParts(old), ValueParts(new))
    if let lines = ofMembers(path, both.0, both.1) { return lines }
    if let lines = ofElements(path, both.0, both.1, isArray: new is any RandomAccessArray) {
      return lines
    }
    return ["\(path) = \(text(new))"]
  }

  /// One assignment for each member that has changed; `nil` if members cannot be assigned.
  private mutating func ofMembers(
    _ path: String, _ old: ValueParts, _ new: ValueParts
  ) -> [String]? {
    let members = (old.parts, new.parts)
    guard new.style == .struct, !new.isOpaque, !new.isLeaf,
      members.1.allSatisfy({ Self.isName($0.label) })
    else { return nil }
    source.use(new.type)
    return zip(members.0, members.1).flatMap { old, new in
      lines("\(path).\(new.label ?? "")", from: old.value, to: new.value)
    }
  }

  /// Whether a label is the name of a plain property, not of a lazy or wrapped one.
  private static func isName(_ label: String?) -> Bool {
    label.map { !$0.hasPrefix("_") && !$0.hasPrefix("$") } ?? false
  }

  /// Calls of `append` for new elements, or assignments to changed elements; `nil` if neither
  /// suits.
  private mutating func ofElements(
    _ path: String, _ old: ValueParts, _ new: ValueParts, isArray: Bool
  ) -> [String]? {
    guard new.style == .collection else { return nil }
    let (old, new) = (old.parts.map(\.value), new.parts.map(\.value))
    let same = zip(old, new).prefix { ValueEquality.areEqual($0, $1) }.count
    if same == old.count, new.count > old.count, isArray || !old.isEmpty {
      return new[same...].map { "\(path).append(\(text($0)))" }
    }
    guard isArray, old.count == new.count else { return nil }
    return zip(old, new).enumerated().flatMap { index, pair in
      lines("\(path)[\(index)]", from: pair.0, to: pair.1)
    }
  }
}

/// An array, whose elements a test can assign by their positions.
private protocol RandomAccessArray {}

extension Array: RandomAccessArray {}
