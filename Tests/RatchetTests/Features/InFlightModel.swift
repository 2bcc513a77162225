@testable import Ratchet

/// What should be in flight, in the plainest way: a list of everything ever, searched from end to
/// end.
struct InFlightModel {
  enum Phase { case waiting, pending, running, cancelled, ended }

  struct Entry {
    var role: InFlight.Role
    var number = 0
    var parent: Int?
    var ids: [(id: Int, path: [Int])] = []
    var path: [Int] = []
    var phase = Phase.pending
    var holds = 0
    /// Whether a sequence has had a member, after the end of which it ends.
    var hasBegun = false

    var isLive: Bool { phase != .cancelled && phase != .ended }
  }

  var entries: [Entry] = []
  private(set) var cancelled = 0

  func cascade(of index: Int) -> Int { entries[index].parent.map(cascade) ?? index }

  private func hasMembers(_ index: Int) -> Bool {
    entries.contains { $0.parent == index && $0.phase != .ended && $0.phase != .waiting }
  }

  private func isBelow(_ index: Int, _ above: Int) -> Bool {
    index == above || entries[index].parent.map { isBelow($0, above) } == true
  }

  /// The part of a sequence that is next.
  private func part(of index: Int) -> Int? {
    entries.indices.first { entries[$0].parent == index && entries[$0].phase == .waiting }
  }

  mutating func add(_ entry: Entry) {
    entries.append(entry)
    entries[entries.count - 1].number = entries.count
    if let parent = entry.parent { entries[parent].hasBegun = true }
  }

  mutating func hold(_ index: Int, _ change: Int) {
    entries[index].holds += change
    tidy()
  }

  mutating func end(_ index: Int) {
    entries[index].phase = .ended
    tidy()
  }

  /// Cancels what a condition holds for and all below; returns the effects.
  mutating func cancel(where isMeant: (Entry) -> Bool) -> [Int] {
    let reached = entries.indices.filter { entries[$0].isLive && isMeant(entries[$0]) }
    let below = entries.indices.filter { index in
      entries[index].isLive && reached.contains { isBelow(index, $0) }
    }
    cancelled += below.count { entries[$0].phase == .running }
    for index in below {
      entries[index].phase = entries[index].role == .effect ? .ended : .cancelled
    }
    tidy()
    return below.filter { entries[$0].role == .effect }
  }

  /// Ends sequences that are over, and cascades that are empty and not held.
  private mutating func tidy() {
    for index in entries.indices.reversed() where !hasMembers(index) {
      let entry = entries[index]
      switch entry.role {
      case .sequence where entry.isLive && entry.hasBegun && part(of: index) != nil:
        if let part = part(of: index) { entries[part].phase = .pending }
      case .sequence where entry.phase == .cancelled || entry.hasBegun,
        .cascade where entry.holds == 0:
        entries[index].phase = .ended
      default: break
      }
    }
  }
}
