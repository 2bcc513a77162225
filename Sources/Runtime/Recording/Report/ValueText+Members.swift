import Ratchet

// How `ValueText` writes the parts of a value. `other` is the value that it is compared with: in a
// long collection, what both have in common is only counted. `open` and `close` are brackets. Each
// part is a list of lines.
extension ValueText {
  /// The parts of a value, each with its label if it has one.
  mutating func members(of parts: ValueParts, _ other: ValueParts?, _ open: String) -> [String] {
    let parts = parts.parts
    let others = other.map { $0.parts.map(\.value) } ?? []
    let areAlike = others.count == parts.count
    var members: [[String]] = []
    for (index, part) in parts.enumerated() {
      path.append(index)
      let lines = lines(of: part.value, beside: areAlike ? others[index] : nil)
      path.removeLast()
      members.append(Self.prefix(ValueParts.label(of: part), lines))
    }
    return Self.block(open, members, ")")
  }

  /// The number of elements beyond which a collection is compared with its counterpart, and cut.
  private static var longCollection: Int { 200 }
  /// The number of equal elements that are written before and after a difference.
  private static var elementsAround: Int { 4 }

  /// The elements of a collection.
  ///
  /// If this collection or `other` is long, their equal start and end are only counted.
  ///
  /// In a series of states (`written` is not `nil`), all elements are written instead: an element
  /// that equals one of the state before has the lines that it had there.
  mutating func elements(of parts: ValueParts, _ other: ValueParts?) -> [[String]] {
    if let old = written { return self.elements(ofNext: parts, old[path] ?? []) }
    let elements = parts.parts.map(\.value)
    let others = other.map { $0.parts.map(\.value) }
    let isLong = max(elements.count, others?.count ?? 0) > Self.longCollection
    let ends = EqualEnds(elements, isLong ? others : nil, keeping: Self.elementsAround) {
      ValueEquality.areEqual($0, $1)
    }
    let count = elements.count - ends.start - ends.end
    var lines: [[String]] = []
    if ends.start > 0 { lines.append(["... (\(ends.start) equal elements)"]) }
    // Elements are paired by position, which means little if elements were added or removed.
    let areAlike = others?.count == elements.count
    lines += cut(ends.start..<(ends.start + count), count) { text, index in
      text.lines(of: elements[index], beside: areAlike ? others?[index] : nil)
    }
    if ends.end > 0 { lines.append(["... (\(ends.end) equal elements)"]) }
    return lines
  }

  /// Writes elements while they fit (`room`), then counts the rest; `count` is the number of all.
  mutating func cut<Element>(
    _ elements: some Sequence<Element>, _ count: Int,
    _ write: (inout Self, Element) -> [String]
  ) -> [[String]] {
    var lines: [[String]] = []
    for element in elements {
      if room <= 0 {
        isCut = true
        lines.append(["... (\(count - lines.count) more elements)"])
        break
      }
      lines.append(write(&self, element))
    }
    return lines
  }

  // MARK: - Sets and dictionaries

  /// The maximum number of unordered elements that are sorted and written.
  private static var maxSorted: Int { 1_000 }
  /// The number of unordered elements that are written if more than that differ.
  private static var maxOfMany: Int { 20 }

  /// The elements of a set, or the entries of a dictionary as `key: value`; if there are many, only
  /// those that differ from `other`.
  mutating func entries(of parts: ValueParts, _ other: ValueParts?) -> [[String]] {
    let entries = parts.entries
    let isLong = max(entries.count, other?.parts.count ?? 0) > Self.maxSorted
    let others = other?.valuesByKey ?? [:]
    let isEqual = { (entry: (key: Any, value: Any)) in
      guard let key = entry.key as? AnyHashable, let other = others[key] else { return false }
      return ValueEquality.areEqual(entry.value, other)
    }
    return inOrder(entries, isLong: isLong, isCompared: !others.isEmpty, equal: isEqual) {
      text, entry in
      if parts.style == .set { return text.lines(of: entry.value) }
      let key = text.lines(of: entry.key).joined(separator: " ")
      let other = (entry.key as? AnyHashable).flatMap { others[$0] }
      return Self.prefix("\(key): ", text.lines(of: entry.value, beside: other))
    }
  }

  /// Writes unordered elements in an order that does not depend on hashes.
  ///
  /// Of many elements, writes only those that differ from the other value's. If these are too many
  /// as well, writes only the first of them; without another value, only their number.
  private mutating func inOrder(
    _ pairs: [(key: Any, value: Any)], isLong: Bool, isCompared: Bool,
    equal isEqual: ((key: Any, value: Any)) -> Bool,
    _ write: (inout Self, (key: Any, value: Any)) -> [String]
  ) -> [[String]] {
    if !isLong { return cut(inOrder(pairs), pairs.count, write) }
    let different = pairs.filter { !isEqual($0) }
    let equal = pairs.count - different.count
    let notes = equal > 0 ? [["... (\(equal) equal elements)"]] : []
    if different.count <= Self.maxSorted {
      return cut(inOrder(different), different.count, write) + notes
    }
    isCut = true
    if !isCompared { return [["... (\(different.count) elements)"]] + notes }
    let first = inOrder(different).prefix(Self.maxOfMany)
    return cut(first, first.count, write) + [
      ["... (\(different.count - first.count) more elements)"]
    ] + notes
  }

  /// Sorts pairs before any of them is written, by the text of their keys if needed.
  ///
  /// An object is written out only where it occurs first, which must not depend on hashes. So the
  /// keys are written with a copy of this text, and count as not written yet.
  private func inOrder(_ pairs: [(key: Any, value: Any)]) -> [(key: Any, value: Any)] {
    ValueParts.inOrder(pairs) { key in
      var text = self
      return text.lines(of: key)
    }
  }

  // MARK: - Lines

  /// Puts a label before the first line of a part.
  private static func prefix(_ prefix: String, _ lines: [String]) -> [String] {
    guard let first = lines.first else { return [prefix] }
    return [prefix + first] + lines.dropFirst()
  }

  /// Members between brackets, one a line; on one line if there is only one and it is short.
  static func block(_ open: String, _ members: [[String]], _ close: String) -> [String] {
    if members.count == 1, members[0].count == 1, members[0][0].count < 40 {
      return [open + members[0][0] + close]
    }
    return list(open, members, close)
  }

  /// Members between brackets, one a line even if there is only one, so that adding another adds
  /// one line.
  static func list(_ open: String, _ members: [[String]], _ close: String) -> [String] {
    if members.isEmpty { return [open + close] }
    return [open] + members.joined().map { "  " + $0 } + [close]
  }
}
