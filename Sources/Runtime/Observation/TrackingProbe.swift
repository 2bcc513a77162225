import Observation
import Synchronization

/// Detects whether a read is part of `withObservationTracking`, so that only such reads are
/// watched; a store asks at each read of its state.
///
/// `ObservationRegistrar` has no API for this. But while it tracks, `access` adds the key path to a
/// set, and so hashes it; otherwise it ignores the key path. Reads are therefore passed to a
/// registrar under key paths that contain a `WatchName`, which sets `wasHashed` when it is hashed.
@MainActor struct TrackingProbe: nonisolated Observable {
  static let shared = TrackingProbe()

  typealias Name = KeyPath<TrackingProbe, Void>

  /// A name that no watch has, used only to ask whether reads are tracked.
  private let noName: Name = \TrackingProbe.[WatchName(number: -1)]
  /// If false, every read counts as tracked: the registrar does not work as assumed, or a test of
  /// the library has turned this check off (`PlainRun`).
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
  /// Asks the registrar of the state that is read, because asking also registers the observer. That
  /// registrar drops its observers when it is released; one for all states would keep them.
  @inline(__always)
  func isTracking(_ registrar: ObservationRegistrar) -> Bool {
    passRead(under: noName, to: registrar)
  }

  /// Passes a read under a name to a registrar, which registers the observer, if there is one;
  /// returns whether reads at this moment are tracked.
  @inline(__always)
  func passRead(under name: Name, to registrar: ObservationRegistrar) -> Bool {
    wasHashed.store(false, ordering: .relaxed)
    registrar.access(self, keyPath: name)
    return wasHashed.load(ordering: .relaxed) || !isReliable
  }

  private static var names: [Name] = []

  /// The name with a number, which a watch gets from its position in its state's table.
  ///
  /// Made once, and shared by all states: each state has its own registrar.
  static func name(_ number: Int) -> Name {
    while names.count <= number { names.append(\TrackingProbe.[WatchName(number: names.count)]) }
    return names[number]
  }

  // The registrar uses key paths to this only as names, and never calls it.
  nonisolated private subscript(name: WatchName) -> Void { () }
}

// Atomic, because key paths are also hashed on other threads, when tracking ends there. A read on
// the main actor at that moment may count as tracked. This only costs a comparison.
private let wasHashed = Atomic<Bool>(false)

/// The part of a name that distinguishes watches.
private struct WatchName: Hashable, Sendable {
  let number: Int

  func hash(into hasher: inout Hasher) {
    wasHashed.store(true, ordering: .relaxed)
    hasher.combine(number)
  }
}
