import Ratchet

// How `ValueText` writes the parts of a value. `other` reflects the value that it is compared with:
// what both have in common is left out of a long collection.
extension ValueText {
  /// The lines of each part of a value, with its label if it has one.
  mutating func members(of mirror: Mirror, _ other: Mirror?) -> [[String]] {
    let counterparts = other.map { $0.children.map(\.value) } ?? []
    let areAlike = counterparts.count == mirror.children.count
    var members: [[String]] = []
    for (index, child) in mirror.children.enumerated() {
      let label = child.label.flatMap { $0.hasPrefix(".") ? nil : "\($0): " }
      let lines = lines(of: child.value, beside: areAlike ? counterparts[index] : nil)
      members.append(Self.prefix(label ?? "", lines))
    }
    return members
  }

  /// The number of elements beyond which a collection is compared with its counterpart, and cut.
  private static var longCollection: Int { 200 }
  /// The number of equal elements that are written before and after a difference.
  private static var elementsAround: Int { 4 }

  /// The elements of a collection, without the equal start and end of the collection that it is
  /// compared with.
  mutating func elements(of mirror: Mirror, _ other: Mirror?) -> [[String]] {
    let elements = mirror.children.map(\.value)
    let others = other.map { $0.children.map(\.value) }
    let isLong = max(elements.count, others?.count ?? 0) > Self.longCollection
    let ends = EqualEnds(elements, isLong ? others : nil, keeping: Self.elementsAround) {
      ValueEquality.areEqual($0, $1)
    }
    let count = elements.count - ends.start - ends.end
    var lines: [[String]] = []
    if ends.start > 0 { lines.append(["... (\(ends.start) equal elements)"]) }
    lines += cut(elements.dropFirst(ends.start).prefix(count), count) { $0.lines(of: $1) }
    if ends.end > 0 { lines.append(["... (\(ends.end) equal elements)"]) }
    return lines
  }

  /// Writes elements while they fit, then counts the rest.
  private mutating func cut<Element>(
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

  /// The most unordered elements to sort and write.
  private static var maxSorted: Int { 1_000 }

  /// The elements of a set: of many, only those that the other set does not have.
  mutating func elements(ofSet mirror: Mirror, _ other: Mirror?) -> [[String]] {
    let elements = mirror.children.map { (key: $0.value, value: $0.value) }
    let isMany = elements.count > Self.maxSorted
    let others = Set((isMany ? other : nil)?.children.compactMap { $0.value as? AnyHashable } ?? [])
    return inOrder(elements, equal: { ($0.key as? AnyHashable).map(others.contains) ?? false }) {
      $0.lines(of: $1.value)
    }
  }

  /// The entries of a dictionary, each as `key: value`: of many, only those that differ.
  mutating func entries(of mirror: Mirror, _ other: Mirror?) -> [[String]] {
    let pairs = mirror.children.compactMap { child -> (key: Any, value: Any)? in
      let pair = Array(Mirror(reflecting: child.value).children)
      return pair.count == 2 ? (pair[0].value, pair[1].value) : nil
    }
    var others: [AnyHashable: Any] = [:]
    if pairs.count > Self.maxSorted, let other {
      for case let entry? in other.children.lazy.map(ValueEquality.entry) {
        others[entry.key] = entry.value
      }
    }
    let isEqual = { (pair: (key: Any, value: Any)) in
      guard let key = pair.key as? AnyHashable, let other = others[key] else { return false }
      return ValueEquality.areEqual(pair.value, other)
    }
    return inOrder(pairs, equal: isEqual) { text, pair in
      let key = text.lines(of: pair.key).joined(separator: " ")
      return Self.prefix("\(key): ", text.lines(of: pair.value))
    }
  }

  /// Writes unordered elements in an order that does not depend on hashes.
  ///
  /// Of many elements, writes only those that differ from the other value's; if these are too many
  /// to sort as well, only their number.
  private mutating func inOrder(
    _ pairs: [(key: Any, value: Any)], equal isEqual: ((key: Any, value: Any)) -> Bool,
    _ write: (inout Self, (key: Any, value: Any)) -> [String]
  ) -> [[String]] {
    if pairs.count <= Self.maxSorted { return cut(inOrder(pairs), pairs.count, write) }
    let different = pairs.filter { !isEqual($0) }
    let equal = pairs.count - different.count
    let notes = equal > 0 ? [["... (\(equal) equal elements)"]] : []
    if different.count <= Self.maxSorted {
      return cut(inOrder(different), different.count, write) + notes
    }
    isCut = true
    return [["... (\(different.count) elements)"]] + notes
  }

  /// Sorts pairs before any of them is written.
  ///
  /// An object is written out only where it occurs first, which must not depend on hashes.
  private func inOrder(_ pairs: [(key: Any, value: Any)]) -> [(key: Any, value: Any)] {
    ValueLine.inOrder(pairs) { key in
      var text = self
      return text.lines(of: key)
    }
  }

  // MARK: - Lines

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
    return [open] + members.flatMap { $0 }.map { "  \($0)" } + [close]
  }
}
