@testable import Ratchet

// Checks the references between states, what depends on them, and their tables, after each step of
// a test.

extension StateNode {
  /// Returns the first reference found, here or below, that another one contradicts, or `nil`.
  ///
  /// Do not call while a call works in the tree.
  func brokenInvariant() -> String? {
    if let broken = dependents.brokenInvariant() { return broken }
    for case let child as StateNode in dependents.all {
      if child.parent !== self { return "\(child.slot) is the child of another state" }
      if child.isInvalidated || child.isUnused { return "\(child.slot) is not needed" }
      if dependents.phase(of: child) == .idle { return "\(child.slot) is never swept" }
      if let broken = child.brokenInvariant() { return "below \(child.slot): \(broken)" }
    }
    return nil
  }
}

extension DependentTable {
  fileprivate func brokenInvariant() -> String? {
    for (index, slot) in slots.enumerated() {
      guard let dependent = slot.dependent else {
        if slot.phase != .idle { return "\(index) is empty and \(slot.phase)" }
        continue
      }
      if dependent.slot != index { return "\(dependent.slot) is in slot \(index)" }
      if dependent.bytes != slot.bytes { return "\(index) depends on other bytes" }
      if let key = dependent.key, keys[key] !== dependent { return "\(index) is not under its key" }
    }
    if Set(unused) != Set(slots.indices.filter { slots[$0].dependent == nil }) {
      return "\(unused) are listed as unused"
    }
    let keyed = slots.count { $0.dependent?.key != nil }
    if keys.count != keyed { return "\(keys.count) keys lead to \(keyed) dependents" }
    if countInUse != slots.count(where: { $0.phase != .idle }) { return "\(countInUse) in use" }
    return countDue == slots.count { $0.phase == .due } ? nil : "\(countDue) due"
  }
}
