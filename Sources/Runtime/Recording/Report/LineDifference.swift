import Ratchet

/// Compares two texts line by line: each line is the same, removed, or inserted.
///
/// Used by `Difference`, and by `RecordedRun` for the states of a page. The shared lines are found
/// by `difference(from:)` of the standard library, whose time and memory grow with the square of
/// the number of differences. So long texts are compared part by part; the rest counts as changed
/// after `maxParts` parts, or once a part has no shared line.
package struct LineDifference {
  /// A line of a comparison.
  package enum Line: Equatable {
    case same(String)
    case removed(String)
    case inserted(String)

    package var isSame: Bool {
      if case .same = self { true } else { false }
    }

    package var text: String {
      switch self {
      case .same(let text), .removed(let text), .inserted(let text): text
      }
    }
  }

  package private(set) var lines: [Line] = []
  /// Whether lines that both texts have count as changed, because they were not compared.
  package let isCapped: Bool

  /// The most lines of both texts to compare at once.
  private static var maxLines: Int { 1_000 }
  private static var maxParts: Int { 20 }

  /// Compares two texts, given as lines.
  ///
  /// The equal lines at the start and at the end are set apart. The rest is compared part by part;
  /// equal lines after a part are taken without a comparison.
  package init(from old: [String], to new: [String]) {
    let start = Self.equalCount(old, new)
    let end = Self.equalCount(old.dropFirst(start).reversed(), new.dropFirst(start).reversed())
    lines = old.prefix(start).map(Line.same)
    var oldRest = old[start..<(old.count - end)]
    var newRest = new[start..<(new.count - end)]
    for _ in 0..<Self.maxParts where !oldRest.isEmpty && !newRest.isEmpty {
      let part = Self.firstPart(oldRest, newRest)
      if part.isEmpty { break }
      lines += part
      oldRest = oldRest.dropFirst(part.count { if case .inserted = $0 { false } else { true } })
      newRest = newRest.dropFirst(part.count { if case .removed = $0 { false } else { true } })
      let equal = Self.equalCount(oldRest, newRest)
      lines += oldRest.prefix(equal).map(Line.same)
      oldRest = oldRest.dropFirst(equal)
      newRest = newRest.dropFirst(equal)
    }
    isCapped = !Set(oldRest).isDisjoint(with: newRest)
    lines += oldRest.map(Line.removed) + newRest.map(Line.inserted) + old.suffix(end).map(Line.same)
  }

  /// The number of equal lines at the start.
  private static func equalCount(
    _ one: some Sequence<String>, _ other: some Sequence<String>
  ) -> Int {
    zip(one, other).prefix { $0 == $1 }.count
  }

  /// Compares all lines of short texts, or the first lines of long texts.
  ///
  /// Of long texts, returns the lines up to the last shared one: the lines after it may have their
  /// counterparts in the next part.
  private static func firstPart(
    _ old: ArraySlice<String>, _ new: ArraySlice<String>
  ) -> ArraySlice<Line> {
    if old.count + new.count <= maxLines { return compared(Array(old), Array(new))[...] }
    let part = compared(Array(old.prefix(maxLines / 2)), Array(new.prefix(maxLines / 2)))
    return part.prefix((part.lastIndex(where: \.isSame) ?? -1) + 1)
  }

  /// Compares all lines; in a change, the removed lines precede the inserted ones.
  private static func compared(_ old: [String], _ new: [String]) -> [Line] {
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in new.difference(from: old) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var lines: [Line] = []
    var position = 0
    for (index, line) in old.enumerated() {
      if removed.contains(index) {
        lines.append(.removed(line))
      } else {
        while inserted.contains(position) {
          lines.append(.inserted(new[position]))
          position += 1
        }
        lines.append(.same(line))
        position += 1
      }
    }
    return lines + new[position...].map(Line.inserted)
  }
}
