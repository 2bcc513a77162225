import Ratchet

/// The first part in which two values differ, and the path to it, such as `rows[id: 1].title`.
///
/// Used by `Difference`, where the lines of the values do not show the difference. Keeps a list of
/// parts instead of recursing, so that deep values need no deep stack.
package struct FirstDifference {
  /// Empty if the values differ as a whole.
  package private(set) var path = ""
  /// The part of the old value, and the part of the new value that corresponds to it.
  private(set) var old: Any
  private(set) var new: Any

  /// `nil` if the values are equal.
  ///
  /// Visits pairs of corresponding parts, outermost first. Once a pair differs, only its own parts
  /// are visited. The last pair found to differ is the result.
  package init?(from old: Any, to new: Any) {
    (self.old, self.new) = (old, new)
    /// The parts visited, each with the index of the part that it belongs to.
    var visited: [(step: String, parent: Int)] = []
    /// The pairs to visit, the next one last.
    var rest: [(pair: PairedParts.Pair, parent: Int)] = [(("", old, new), -1)]
    /// The pairs of objects visited: each is compared once, so that cycles end.
    var seen: Set<[ObjectIdentifier]> = []
    /// The index of the last pair that differs.
    var found: Int?
    while let (pair, parent) = rest.popLast() {
      // A key that one of two dictionaries lacks has the value `nil` there.
      let (old, new) = (pair.old ?? Int?.none as Any, pair.new ?? Int?.none as Any)
      let parts = (ValueParts(old), ValueParts(new))
      if parts.1.style == .class, parts.0.style == .class {
        let objects = [ObjectIdentifier(old as AnyObject), ObjectIdentifier(new as AnyObject)]
        if objects[0] == objects[1] || !seen.insert(objects).inserted { continue }
      }
      let pairs = Self.pairs(old, new, parts)
      // Values without '==' that have corresponding parts differ only if a part does.
      if new is any Equatable || pairs == nil {
        if ValueEquality.areEqual(old, new) { continue }
        (self.old, self.new, found) = (old, new, visited.count)
        rest = []
      }
      rest += (pairs ?? []).reversed().map { ($0, visited.count) }
      visited.append((pair.step, parent))
    }
    guard var index = found else { return nil }
    var steps: [String] = []
    while index >= 0 {
      steps.append(visited[index].step)
      index = visited[index].parent
    }
    let text = steps.reversed().joined()
    path = ValueLine.cut(text.hasPrefix(".") ? String(text.dropFirst()) : text)
  }

  /// The pairs of corresponding parts; `nil` for functions and for values without such parts.
  private static func pairs(
    _ old: Any, _ new: Any, _ parts: (ValueParts, ValueParts)
  ) -> [PairedParts.Pair]? {
    if case .function = ValueNode(new) { return nil }
    return PairedParts(parts.0, parts.1) {
      ($0 as? String)?.debugDescription ?? ValueLine.text($0)
    }?.pairs
  }
}
