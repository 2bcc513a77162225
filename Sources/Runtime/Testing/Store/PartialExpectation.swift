import Ratchet

/// Decides whether a state is what a closure expects that sets only a part of it.
///
/// The closure was run twice: on the state before an action, and on that after it. A part counts if it
/// sets it: to a value of its own, which then the state after must have, or to one that it makes from the value before, as
/// `$0.count += 1` does, which then counted from the state before must give the state after.
enum PartialExpectation {
  /// `fromBefore` is what the closure made of the state `before` the action, `fromAfter` what it made of that `after` it.
  static func isMet(before: Any, fromBefore: Any, after: Any, fromAfter: Any) -> Bool {
    // A list and no recursion: a state may be deeper than the stack.
    var rest = [[before, fromBefore, after, fromAfter]]
    while let values = rest.popLast() {
      if isMet(values) { continue }
      let parts = values.map { Array(Mirror(reflecting: $0).children) }
      guard areAlike(values, parts), let count = parts.first?.count else { return false }
      rest += (0..<count).map { index in parts.map { $0[index].value } }
    }
    return true
  }

  /// Whether a part of the state is as expected as a whole; the values are in the order of the parameters above.
  private static func isMet(_ values: [Any]) -> Bool {
    ValueEquality.areEqual(values[3], values[2])
      || ValueEquality.areEqual(values[1], values[2])
        && !ValueEquality.areEqual(values[0], values[1])
  }

  /// Whether values have the same parts, so that they can be looked at part by part.
  private static func areAlike(_ values: [Any], _ parts: [[Mirror.Child]]) -> Bool {
    guard let first = values.first, let labels = parts.first?.map(\.label), !labels.isEmpty else {
      return false
    }
    switch Mirror(reflecting: first).displayStyle {
    case .struct, .tuple, .enum, .optional, .collection: break
    default: return false
    }
    return values.allSatisfy { type(of: $0) == type(of: first) }
      && parts.allSatisfy { $0.map(\.label) == labels }
  }
}
