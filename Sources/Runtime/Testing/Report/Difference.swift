/// Shows how two values differ: the lines that changed, with some lines around them.
enum Difference {
  /// A line of a comparison.
  private enum Line {
    case same(String)
    case removed(String)
    case inserted(String)

    var isSame: Bool {
      if case .same = self { true } else { false }
    }

    var text: String {
      switch self {
      case .same(let line): "    \(line)"
      case .removed(let line): "  - \(line)"
      case .inserted(let line): "  + \(line)"
      }
    }
  }

  private static var context: Int { 3 }

  /// The lines that only the expected value has are marked with `-`, those of the actual value with `+`.
  ///
  /// Says so if both are written alike, as values of a type whose equality means more than what reflection shows.
  static func text(expected: Any, actual: Any) -> String {
    let lines = compare(ValueText.lines(expected), ValueText.lines(actual))
    if lines.allSatisfy(\.isSame) {
      return "  The values are not equal, but nothing that can be shown of them differs."
    }
    return excerpt(lines).joined(separator: "\n")
  }

  private static func compare(_ old: [String], _ new: [String]) -> [Line] {
    let difference = new.difference(from: old)
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in difference {
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
        continue
      }
      appendInserted(&lines, &position)
      lines.append(.same(line))
      position += 1
    }
    appendInserted(&lines, &position)
    return lines

    func appendInserted(_ lines: inout [Line], _ position: inout Int) {
      while inserted.contains(position) {
        lines.append(.inserted(new[position]))
        position += 1
      }
    }
  }

  /// The changed lines and those near them; `...` stands for what is left out.
  private static func excerpt(_ lines: [Line]) -> [String] {
    let changed = lines.indices.filter { !lines[$0].isSame }
    var shown: Set<Int> = []
    for index in changed {
      shown.formUnion(max(0, index - context)...min(lines.count - 1, index + context))
    }
    var result: [String] = []
    var isLeftOut = false
    for index in lines.indices {
      if shown.contains(index) {
        result.append(lines[index].text)
      } else if !isLeftOut {
        result.append("    ...")
      }
      isLeftOut = !shown.contains(index)
    }
    return result
  }
}
