/// Finds the lines that two texts share, in bounded time even if they are long and share few.
///
/// In long texts, lines that occur once in both are matched first (Cohen's patience diff); between
/// them it looks for a shortest edit script.
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

  /// The number of lines that may still be examined to find anchors; without a bound, texts that
  /// yield one anchor at a time would take quadratic time.
  private var room: Int

  package init(from old: [String], to new: [String]) {
    room = 20 * (old.count + new.count)
    compare(old[...], new[...])
  }

  /// The largest squared sum of two lengths for which a shortest edit script is affordable.
  private static var maxSquaredLength: Int { 1_000_000 }

  private mutating func compare(_ old: ArraySlice<String>, _ new: ArraySlice<String>) {
    let start = zip(old, new).prefix { $0 == $1 }.count
    lines += old.prefix(start).map(Line.same)
    let old = old.dropFirst(start)
    let new = new.dropFirst(start)
    let end = zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.count
    compareChanged(old.dropLast(end), new.dropLast(end))
    lines += old.suffix(end).map(Line.same)
  }

  /// Compares texts whose first lines differ, and whose last lines differ.
  private mutating func compareChanged(_ old: ArraySlice<String>, _ new: ArraySlice<String>) {
    let count = old.count + new.count
    if old.isEmpty || new.isEmpty || room < count {
      lines += old.map(Line.removed) + new.map(Line.inserted)
      return
    }
    if count * count <= Self.maxSquaredLength { return compareExactly(Array(old), Array(new)) }
    room -= count
    var oldStart = old.startIndex
    var newStart = new.startIndex
    for anchor in Self.anchors(old, new) {
      compare(old[oldStart...anchor.old], new[newStart...anchor.new])
      oldStart = anchor.old + 1
      newStart = anchor.new + 1
    }
    guard oldStart > old.startIndex else {
      lines += old.map(Line.removed) + new.map(Line.inserted)
      return
    }
    compare(old[oldStart...], new[newStart...])
  }

  private mutating func compareExactly(_ old: [String], _ new: [String]) {
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in new.difference(from: old) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var position = 0
    for (index, line) in old.enumerated() {
      if removed.contains(index) {
        lines.append(.removed(line))
        continue
      }
      appendInserted()
      lines.append(.same(line))
      position += 1
    }
    appendInserted()

    func appendInserted() {
      while inserted.contains(position) {
        lines.append(.inserted(new[position]))
        position += 1
      }
    }
  }

  // MARK: - Anchors

  private typealias Anchor = (old: Int, new: Int)

  /// The longest list of pairs of equal lines that occur once in each text and do not cross.
  private static func anchors(
    _ old: ArraySlice<String>, _ new: ArraySlice<String>
  ) -> [Anchor] {
    let positions = uniquePositions(in: new)
    let unique = uniquePositions(in: old)
    let pairs = old.indices.compactMap { index -> Anchor? in
      guard unique[old[index]] == index else { return nil }
      return positions[old[index]].map { (old: index, new: $0) }
    }
    return longestIncreasing(pairs)
  }

  private static func uniquePositions(in lines: ArraySlice<String>) -> [String: Int] {
    var positions: [String: Int?] = [:]
    for (index, line) in zip(lines.indices, lines) {
      positions[line] = .some(positions[line] == nil ? index : nil)
    }
    return positions.compactMapValues { $0 }
  }

  /// The longest increasing subsequence: of pairs sorted by old position, the most whose new
  /// positions also increase.
  private static func longestIncreasing(_ pairs: [Anchor]) -> [Anchor] {
    /// For each length, the pair that ends the chain with the lowest end.
    var ends: [Int] = []
    var previous = [Int?](repeating: nil, count: pairs.count)
    for (index, pair) in pairs.enumerated() {
      var low = 0
      var high = ends.count
      while low < high {
        let middle = (low + high) / 2
        if pairs[ends[middle]].new < pair.new { low = middle + 1 } else { high = middle }
      }
      previous[index] = low > 0 ? ends[low - 1] : nil
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var chain: [Anchor] = []
    var next = ends.last
    while let index = next {
      chain.append(pairs[index])
      next = previous[index]
    }
    return chain.reversed()
  }
}
