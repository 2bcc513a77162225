import Observation
import Synchronization

/// Detects whether a read is part of `withObservationTracking`, so that only such reads are
/// watched; a store asks at each read of its state.
///
/// `ObservationRegistrar` has no API for this. But while it tracks, it adds the given key path to a
/// set, which hashes the values in the key path; outside tracking it ignores the key path. So the
/// names under which reads are passed to a registrar are key paths with a value that records when
/// it is hashed.
@MainActor struct TrackingProbe: nonisolated Observable {
  static let shared = TrackingProbe()

  typealias Name = KeyPath<TrackingProbe, Void>

  /// The name of nothing that is watched, to ask whether reads are tracked.
  private let noName: Name = \TrackingProbe.[WatchName(number: -1)]
  /// False if the registrar does not work as assumed: then every read counts as tracked.
  private var isReliable = true

  private init() {
    let registrar = ObservationRegistrar()
    isReliable = withObservationTracking { [self] in
      wasHashed.store(false, ordering: .relaxed)
      registrar.access(self, keyPath: noName)
      return wasHashed.load(ordering: .relaxed)
    } onChange: {
    }
    if PlainRun.isOn { isReliable = false }
  }

  /// Whether reads at this moment are tracked.
  ///
  /// Asks the registrar of the state that is read, which removes its observers when it is released;
  /// one registrar for all states would keep them.
  @inline(__always)
  func isTracking(_ registrar: ObservationRegistrar) -> Bool { isTracked(noName, registrar) }

  /// Passes a read under a name to a registrar; returns whether reads at this moment are tracked.
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

  // The registrar uses this only as a name.
  nonisolated private subscript(name: WatchName) -> Void { () }
}

// Atomic, because key paths are also hashed on other threads, when tracking ends there. A read at
// that moment then counts as tracked, which costs a comparison and is harmless.
private let wasHashed = Atomic<Bool>(false)

/// The part of a name that distinguishes watches.
private struct WatchName: Hashable, Sendable {
  let number: Int

  func hash(into hasher: inout Hasher) {
    wasHashed.store(true, ordering: .relaxed)
    hasher.combine(number)
  }
}
