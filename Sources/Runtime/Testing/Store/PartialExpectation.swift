import Ratchet

/// Decides whether a state is what a closure expects that sets only a part of it.
///
/// The closure was run twice: on the state before an action, and on that after it. A part counts if it
/// sets it: to a value of its own, which then the state after must have, or to one that it makes from the value before, as
/// `$0.count += 1` does, which then counted from the state before must give the state after.
enum PartialExpectation {
  /// `fromBefore` is what the closure made of the state `before` the action, `fromAfter` what it made of that `after` it.
  static func isMet(before: Any, fromBefore: Any, after: Any, fromAfter: Any) -> Bool {
    if ValueEquality.areEqual(fromAfter, after) { return true }
    if ValueEquality.areEqual(fromBefore, after), !ValueEquality.areEqual(before, fromBefore) {
      return true
    }
    let values = [before, fromBefore, after, fromAfter]
    let parts = values.map { Array(Mirror(reflecting: $0).children) }
    guard areAlike(values, parts), let count = parts.first?.count else { return false }
    return (0..<count).allSatisfy { index in
      isMet(
        before: parts[0][index].value, fromBefore: parts[1][index].value,
        after: parts[2][index].value, fromAfter: parts[3][index].value)
    }
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
