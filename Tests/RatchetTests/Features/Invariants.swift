@testable import Ratchet

// Checks the references between what is in flight and its features, after each step of a test.

extension EffectRegistry {
  /// Returns the first reference found that another one contradicts, or `nil`.
  ///
  /// Do not call while effects are registered or cancelled.
  func brokenInvariant() -> String? {
    var entries: [Int: InFlight] = [:]
    var rest = roots
    while let parent = rest.popLast() {
      for (list, isWaiting) in [(parent.members.all, false), (parent.waiting.all, true)] {
        for entry in list {
          if entry.parent !== parent { return "\(entry.serial) is a member of another parent" }
          if (entry.phase == .waiting) != isWaiting { return "\(entry.serial) is \(entry.phase)" }
          if entry.isSubscription != parent.isSubscription { return "\(entry.serial) has moved" }
          if (entry.role == .cascade) != (parent.parent == nil) { return "\(entry.role) nested" }
          if entry.role != .cascade { entries[entry.serial] = entry }
          rest.append(entry)
        }
      }
    }
    return root.tree.lazy.compactMap { $0.brokenInvariant(entries) }.first
      ?? entries.values.lazy.compactMap { self.brokenInvariant($0) }.first
  }

  /// Whether an entry is listed in its feature, and under its ids at each feature from which these
  /// reach it.
  private func brokenInvariant(_ entry: InFlight) -> String? {
    if (entry as? RunningEffect)?.outcome != nil { return "\(entry.serial) has ended" }
    if !entry.feature.isRoot, entry.feature.inFlight[entry.serial] !== entry {
      return "\(entry.serial) is not listed in its feature"
    }
    let isListed = entry.ids.allSatisfy { id in
      id.feature.lineage.allSatisfy { $0.ids[id.id]?[entry.serial] === entry }
    }
    return isListed ? nil : "\(entry.serial) is not listed under its ids"
  }
}

extension Feature {
  /// Whether the feature is in its tree, needed, and lists only what is in flight.
  @MainActor fileprivate func brokenInvariant(_ entries: [Int: InFlight]) -> String? {
    if let siblings, siblings[component?.element] !== self { return "\(path) is not in its tree" }
    if !isRoot, isUnused { return "\(path) is not needed" }
    for siblings in children where siblings.parent !== self || siblings.isUnused {
      return "children of \(path) are not needed"
    }
    for (serial, entry) in inFlight where entries[serial] !== entry || entry.feature !== self {
      return "\(serial) is listed in \(path), and not in flight there"
    }
    for (id, listed) in ids {
      if listed.isEmpty { return "\(id) is listed in \(path) for nothing" }
      for (serial, entry) in listed
      where entries[serial] !== entry || !entry.ids.contains(where: { $0.id == id }) {
        return "\(serial) is listed under \(id) in \(path)"
      }
    }
    return nil
  }
}
