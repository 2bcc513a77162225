/// Shows how two values differ, line by line.
enum Difference {
  /// All lines of both values; those that only one of them has are marked `-` (expected) and `+` (actual).
  static func lines(expected: Any, actual: Any) -> String {
    let old = ValueText.lines(expected)
    var lines = old.map { "  \($0)" }
    let difference = ValueText.lines(actual).difference(from: old)
    var removed = Set<Int>()
    for case .remove(let index, let line, _) in difference.removals {
      lines[index] = "- \(line)"
      removed.insert(index)
    }
    var result: [String] = []
    var inserts = difference.insertions.makeIterator()
    var insert = inserts.next()
    var position = 0
    func takeInserts() {
      while case .insert(let index, let line, _) = insert, index == position {
        result.append("+ \(line)")
        position += 1
        insert = inserts.next()
      }
    }
    for (index, line) in lines.enumerated() {
      if removed.contains(index) {
        result.append(line)
        continue
      }
      takeInserts()
      result.append(line)
      position += 1
    }
    takeInserts()
    return result.joined(separator: "\n")
  }
}
