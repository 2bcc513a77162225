import Observation
import Synchronization

/// Tells whether a read is part of `withObservationTracking`, so that only such reads are watched.
///
/// `ObservationRegistrar` does not tell. But while it tracks, it puts the key path that it is given
/// into a set, and for that hashes the values in the key path; outside of tracking it leaves the
/// key path alone. So the names by which a registrar knows watches are key paths with a value that
/// notes when it is hashed.
@MainActor struct TrackingProbe: nonisolated Observable {
  static let shared = TrackingProbe()

  typealias Name = KeyPath<TrackingProbe, Void>

  /// The name of no watch.
  private let noName: Name = \TrackingProbe.[WatchName(number: -1)]
  /// False if a registrar works in another way than this relies on: then every read counts as
  /// tracked.
  private var isReliable = true

  private init() {
    let registrar = ObservationRegistrar()
    isReliable = withObservationTracking { [self] in
      wasHashed.store(false, ordering: .relaxed)
      registrar.access(self, keyPath: noName)
      return wasHashed.load(ordering: .relaxed)
    } onChange: {
    }
  }

  /// Whether reads at this moment are tracked, found out with the registrar of what is read, which
  /// lets go of observers when that is released.
  @inline(__always)
  func isTracking(_ registrar: ObservationRegistrar) -> Bool { isTracked(noName, registrar) }

  /// Hands a name to a registrar; tells whether reads at this moment are tracked.
  @inline(__always)
  func isTracked(_ name: Name, _ registrar: ObservationRegistrar) -> Bool {
    wasHashed.store(false, ordering: .relaxed)
    registrar.access(self, keyPath: name)
    return wasHashed.load(ordering: .relaxed) || !isReliable
  }

  private static var names: [Name] = []

  /// The name with a number, made once for all nodes.
  static func name(_ number: Int) -> Name {
    while names.count <= number { names.append(\TrackingProbe.[WatchName(number: names.count)]) }
    return names[number]
  }

  // A registrar only takes this as a name.
  nonisolated private subscript(name: WatchName) -> Void { () }
}

// Atomic, because key paths are hashed on other threads as well, when a tracking ends there. That
// is then taken for a tracked read, which costs a comparison and does no harm.
private let wasHashed = Atomic<Bool>(false)

/// What is told apart by the key path by which a registrar knows a watch.
private struct WatchName: Hashable, Sendable {
  let number: Int

  func hash(into hasher: inout Hasher) {
    wasHashed.store(true, ordering: .relaxed)
    hasher.combine(number)
  }
}
