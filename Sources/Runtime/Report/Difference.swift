/// Shows how two values differ: the lines that changed, some lines around them, and the lines that open what they are in.
package enum Difference {
  private static var context: Int { 3 }

  /// Marks the lines that only the old value has with `-`, those that only the new one has with `+`.
  ///
  /// `nil` if both are written alike, as values of a type whose equality means more than what reflection shows.
  package static func text(from old: Any, to new: Any) -> String? {
    text(from: ValueText.lines(old), to: ValueText.lines(new))
  }

  static func text(from old: [String], to new: [String]) -> String? {
    let lines = LineDifference(from: old, to: new).lines
    return lines.allSatisfy(\.isSame) ? nil : excerpt(lines).joined(separator: "\n")
  }

  /// The changed lines and those that explain them; `...` stands for what is left out.
  private static func excerpt(_ lines: [LineDifference.Line]) -> [String] {
    let shown = shown(of: lines)
    var result: [String] = []
    var isLeftOut = false
    for (index, line) in lines.enumerated() {
      if shown.contains(index) {
        result.append(marked(line))
      } else if !isLeftOut {
        result.append("    ...")
      }
      isLeftOut = !shown.contains(index)
    }
    return result
  }

  private static func shown(of lines: [LineDifference.Line]) -> Set<Int> {
    var shown: Set<Int> = []
    /// The lines that open what the current line is in, the outermost first.
    var around: [(index: Int, indentation: Int)] = []
    for (index, line) in lines.enumerated() {
      let indentation = line.text.prefix { $0 == " " }.count
      while let last = around.last, last.indentation >= indentation { around.removeLast() }
      if !line.isSame {
        shown.formUnion(around.map(\.index))
        shown.formUnion(max(0, index - context)...min(lines.count - 1, index + context))
      }
      around.append((index, indentation))
    }
    return shown
  }

  private static func marked(_ line: LineDifference.Line) -> String {
    switch line {
    case .same(let text): "    \(text)"
    case .removed(let text): "  - \(text)"
    case .inserted(let text): "  + \(text)"
    }
  }
}
