import Ratchet
import RatchetRecording

/// Writes the change of a state as assignments, such as `$0.count = 1`.
///
/// There are two forms. *Source* is the body of a closure in the test that `Recording.testSource`
/// writes: it states what an action is expected to change, and has to compile. *Text* is for
/// people, in failures and pages: `state.rows[id: 1].title = "b"`, where source has
/// `$0.rows[id: 1]?.title = "b"`. An assignment leads to the innermost element or member that has
/// changed, if that can be assigned.
package struct ChangeAssignments {
  /// Whether values are written as Swift source, not as text.
  private var isSource = true
  /// Writes the values of source, and collects the modules that the test has to import.
  private(set) var source = RecordedTestValues()
  /// The number of values around those that are compared.
  private var depth = 0
  /// The pairs of objects compared so far: each is compared once, so that cycles end.
  private var seen: Set<[ObjectIdentifier]> = []

  /// Parts below are assigned as a whole, because each level takes stack.
  private static var maxDepth: Int { 50 }

  /// The assignments, as source, that make the old state the new one; none if they are equal.
  mutating func lines(from old: Any, to new: Any) -> [String] {
    lines("$0", from: old, to: new)
  }

  /// The assignments, as text, that make the old state the new one; each begins with `path`.
  package static func texts(_ path: String = "state", from old: Any, to new: Any) -> [String] {
    var assignments = ChangeAssignments()
    assignments.isSource = false
    return assignments.lines(path, from: old, to: new)
  }

  /// As many assignments as fit on one line, and the number of the others.
  package static func line(_ texts: [String]) -> String {
    var line = texts.first.map(ValueLine.cut) ?? ""
    for (index, text) in texts.enumerated().dropFirst() {
      if line.utf8.count + text.utf8.count > ValueLine.longest {
        return "\(line), ... (\(texts.count - index) more)"
      }
      line += ", \(text)"
    }
    return line
  }

  /// The source or the text of a value, in a context that determines its type.
  mutating func text(_ value: Any) -> String {
    if isSource { return source.text(value) }
    return (value as? String).map { ValueLine.cut($0.debugDescription) } ?? ValueLine.text(value)
  }

  /// The assignments for a part of the state: to its own parts, by edits of its elements, or to the
  /// part as a whole.
  private mutating func lines(_ path: String, from old: Any, to new: Any) -> [String] {
    if ValueEquality.areEqual(old, new) { return [] }
    depth += 1
    defer { depth -= 1 }
    let both = (ValueParts(old), ValueParts(new))
    // In source, objects are assigned as a whole, so only text leads into their parts.
    if !isSource, both.0.style == .class, both.1.style == .class,
      !seen.insert([ObjectIdentifier(old as AnyObject), ObjectIdentifier(new as AnyObject)])
        .inserted
    {
      return []
    }
    let lines = ofParts(path, both.0, both.1) ?? ofElements(path, both.0, both.1)
    return lines ?? ["\(path) = \(text(new, after: old))"]
  }

  /// The new value; in text, if both values have the same short text, the part that differs, or
  /// the exact value.
  private mutating func text(_ new: Any, after old: Any) -> String {
    let text = text(new)
    if isSource || text != self.text(old) { return text }
    if let new = new as? String, let old = old as? String {
      let start = zip(old, new).prefix { $0 == $1 }.count
      return ValueLine.cut("..." + String(new.dropFirst(max(0, start - 20))).debugDescription)
    }
    var exact = ValueText()
    return ValueLine.cut(exact.lines(of: new, beside: old).joined(separator: " "))
  }

  // MARK: - Parts

  /// Assignments to the parts that have changed; `nil` if parts cannot be assigned.
  private mutating func ofParts(
    _ path: String, _ old: ValueParts, _ new: ValueParts
  ) -> [String]? {
    guard depth < Self.maxDepth, canAssignParts(of: new, after: old),
      let pairs = PairedParts(old, new, write: { text($0) })?.pairs
    else { return nil }
    if new.style == .struct { source.use(new.type) }
    // In source, the value of an optional, and an element found by its key or id, needs a `?`.
    let isChained = isSource && new.style != .struct && !(new.value is any RandomAccessArray)
    var lines: [String] = []
    for (step, old, new) in pairs {
      let part = path + step
      // One of two dictionaries lacks the key.
      guard let old, let new else {
        lines.append("\(part) = \(new.map { text(wrapped: $0) } ?? "nil")")
        continue
      }
      let changes = self.lines(isChained ? "\(part)?" : part, from: old, to: new)
      let isWhole = isChained && changes.first?.hasPrefix("\(part)? = ") == true
      lines += isWhole ? ["\(part) = \(text(wrapped: new))"] : changes
    }
    // The values differ, but no part does: `==` may compare something else. Then a struct in source
    // has no assignment. In text, neither has an optional: it may hold an object that was compared
    // before (`seen`).
    if lines.isEmpty { return new.style == (isSource ? .struct : .optional) ? [] : nil }
    switch new.style {
    // A payload that changes as a whole reads better with its case.
    case .optional, .enum, .tuple: return hasWhole(lines, pairs, path) ? nil : lines
    default: return lines
    }
  }

  /// The value that an optional gets: a bare `nil` or the like would be the optional's own.
  private mutating func text(wrapped value: Any) -> String {
    let text = text(value)
    let isOfOptional = text == "nil" || text == ".none" || text.hasPrefix(".some(")
    return isOfOptional ? ".some(\(text))" : text
  }

  /// Whether one of the assignments is to a part as a whole.
  private func hasWhole(_ lines: [String], _ pairs: [PairedParts.Pair], _ path: String) -> Bool {
    lines.contains { line in pairs.contains { line.hasPrefix("\(path)\($0.step) = ") } }
  }

  /// Whether the parts of a value can be assigned.
  ///
  /// In source, only those with a setter can: an `id` that changes may have none.
  private func canAssignParts(of new: ValueParts, after old: ValueParts) -> Bool {
    guard isSource else { return true }
    return switch new.style {
    case .struct: id(of: old) == id(of: new) && new.parts.allSatisfy { Self.isName($0.label) }
    case .optional: true
    default: new.value is any AssignableElements
    }
  }

  /// The id of an `Identifiable` value.
  private func id(of parts: ValueParts) -> AnyHashable? {
    func id(_ value: some Identifiable) -> AnyHashable { value.id }
    return (parts.value as? any Identifiable).map { id($0) }
  }

  /// Whether a label is the name of a plain property, not of a lazy or wrapped one.
  private static func isName(_ label: String?) -> Bool {
    label.map { !$0.hasPrefix("_") && !$0.hasPrefix("$") && $0 != "wrappedValue" } ?? false
  }

  // MARK: - Elements

  /// Calls of `append`, if elements were only added at the end of an array, or of another
  /// collection that was not empty; otherwise `nil`.
  ///
  /// In text, if a collection is too long to be written as a whole, also its other edits, such as
  /// `remove(at:)`.
  private mutating func ofElements(
    _ path: String, _ old: ValueParts, _ new: ValueParts
  ) -> [String]? {
    let isArray = new.value is any RandomAccessArray
    guard new.style == .collection || new.value is any IdentifiedElements else {
      return new.style == .set ? ofSet(path, old, new) : nil
    }
    let (one, two) = (old.entries.map(\.value), new.entries.map(\.value))
    let start = zip(one, two).prefix { ValueEquality.areEqual($0, $1) }.count
    if start == one.count, two.count > one.count, isArray || !one.isEmpty {
      return two[start...].map { "\(path).append(\(text($0)))" }
    }
    if isSource || ValueLine.isWhole(new.value) { return nil }
    if let old = old.value as? any IdentifiedElements,
      let new = new.value as? any IdentifiedElements
    {
      return ofIdentified(path, (old.anyIDs, one), (new.anyIDs, two))
    }
    let end = zip(one.dropFirst(start).reversed(), two.dropFirst(start).reversed())
      .prefix { ValueEquality.areEqual($0, $1) }.count
    let removed = start..<(one.count - end)
    let inserted = two[start..<(two.count - end)]
    if inserted.isEmpty {
      return [
        removed.count == 1 ? "\(path).remove(at: \(start))" : "\(path).removeSubrange(\(removed))"
      ]
    }
    if removed.isEmpty {
      return inserted.enumerated().map { index, element in
        "\(path).insert(\(text(element)), at: \(start + index))"
      }
    }
    return ["\(path).replaceSubrange(\(removed), with: \(text(Array(inserted))))"]
  }

  /// Edits by id; `nil` if elements have moved.
  private mutating func ofIdentified(
    _ path: String, _ old: (ids: [AnyHashable], elements: [Any]),
    _ new: (ids: [AnyHashable], elements: [Any])
  ) -> [String]? {
    let ids = (Set(old.ids), Set(new.ids))
    guard old.ids.filter(ids.1.contains) == new.ids.filter(ids.0.contains) else { return nil }
    var lines = old.ids.filter { !ids.1.contains($0) }.map { "\(path)[id: \(text($0))] = nil" }
    let elements = Dictionary(zip(old.ids, old.elements)) { first, _ in first }
    for (index, (id, element)) in zip(new.ids, new.elements).enumerated() {
      if let old = elements[id] {
        lines += self.lines("\(path)[id: \(text(id))]", from: old, to: element)
      } else {
        lines.append("\(path).insert(\(text(element)), at: \(index))")
      }
    }
    return lines
  }

  /// In text, the edits of a set that is too long to be written as a whole.
  private mutating func ofSet(_ path: String, _ old: ValueParts, _ new: ValueParts) -> [String]? {
    if isSource || ValueLine.isWhole(new.value) { return nil }
    let (one, two) = (old.valuesByKey, new.valuesByKey)
    let edits = [("remove", old, two), ("insert", new, one)].flatMap { name, set, other in
      let changed = set.entries.filter { entry in
        (entry.key as? AnyHashable).map { other[$0] == nil } ?? false
      }
      return ValueParts.inOrder(changed) { [ValueLine.text($0)] }.map { (name, $0.value) }
    }
    return edits.map { "\(path).\($0)(\(text($1)))" }
  }
}

/// An array, whose elements a test can assign by their positions.
private protocol RandomAccessArray: AssignableElements {}

/// A collection with a setter for its elements.
private protocol AssignableElements {}

extension Array: RandomAccessArray {}
extension Dictionary: AssignableElements {}
extension IdentifiedArray: AssignableElements {}
extension Stack: AssignableElements {}
