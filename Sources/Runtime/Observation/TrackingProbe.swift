import Observation
import Synchronization

/// Tells whether a read is part of `withObservationTracking`, so that only such reads are watched.
///
/// `ObservationRegistrar` does not tell. But while it tracks, it puts the key path that it is given
/// into a set, and for that hashes the values in the key path; outside of tracking it leaves the
/// key path alone. This is the value in that key path, and it notes when it is hashed.
final class TrackingProbe: Hashable, Sendable {
  static let shared = TrackingProbe()

  /// False if a registrar works in another way than this relies on: then every read counts as
  /// tracked.
  @MainActor private static let isReliable: Bool = {
    let view = StateNode(loop: nil)
    var isNoticed = false
    withObservationTracking {
      isNoticed = shared.isHashed { view.accessProbe() }
    } onChange: {
    }
    return isNoticed
  }()

  // Atomic, because key paths are hashed on other threads as well, when a tracking ends there. That
  // is then taken for a tracked read, which costs a comparison and does no harm.
  private let wasHashed = Atomic<Bool>(false)

  private init() {}

  /// Whether `access`, which hands the probe to a registrar, happens while reads are tracked.
  @MainActor static func isTracked(_ access: () -> Void) -> Bool {
    shared.isHashed(access) || !isReliable
  }

  private func isHashed(_ access: () -> Void) -> Bool {
    wasHashed.store(false, ordering: .relaxed)
    access()
    return wasHashed.load(ordering: .relaxed)
  }

  static func == (one: TrackingProbe, other: TrackingProbe) -> Bool { one === other }

  func hash(into hasher: inout Hasher) {
    wasHashed.store(true, ordering: .relaxed)
    hasher.combine(ObjectIdentifier(self))
  }
}

/// The key paths by which a registrar knows the members of a node: one for each number, made once
/// for all nodes.
@MainActor enum ObservedPaths {
  static let probe: KeyPath<StateNode, Void> = \StateNode.[TrackingProbe.shared]
  private static var members: [KeyPath<StateNode, Void>] = []

  static func path(_ member: Int) -> KeyPath<StateNode, Void> {
    while members.count <= member {
      let next = members.count
      members.append(\StateNode.[member: next])
    }
    return members[member]
  }
}

extension StateNode {
  // The registrar only takes these as names.
  fileprivate subscript(probe: TrackingProbe) -> Void { () }
  fileprivate subscript(member member: Int) -> Void { () }
}
