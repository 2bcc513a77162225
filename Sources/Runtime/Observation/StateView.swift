import Observation

/// A view of a state: that of a store, or a child somewhere in it.
class StateView<State>: StateNode {
  /// Where the state is; what has left the state of its parent keeps its last value.
  func current() -> StateReference<State> {
    preconditionFailure("Every kind of view overrides this method.")
  }

  /// Whether the state is present at this moment, between the actions of a batch as well.
  var isPresent: Bool { !isInvalidated }

  final override var stateBytes: UnsafeRawPointer { unsafe current().bytes }

  /// Watches a part of the state, if reads are tracked at this moment.
  final func watchIfTracked<Value>(_ keyPath: KeyPath<State, Value>) {
    // Before a key is looked for, which takes as long as the rest. (read-row)
    if !hasWatches, !TrackingProbe.shared.isTracking(registrar) { return }
    let key: WatchKey =
      if let offset = MemoryLayout<State>.offset(of: keyPath) {
        .property(offset, ObjectIdentifier(Value.self))
      } else {
        .part(keyPath)
      }
    watchIfTracked(key) { makeWatch(of: keyPath) }
  }

  /// Watches all of the state, if reads are tracked at this moment.
  final func watchStateIfTracked() {
    // A copy of the whole state of a store would have collections copied that nobody looks at.
    if parent == nil { watchIfTracked(.state) { Watch() } } else { watchIfTracked(\.self) }
  }
}

/// The view of a store's whole state: the root of the tree of all that is scoped and observed.
final class RootView<State>: StateView<State> {
  private let box: StateBox<State>
  private var isReleased = false

  init(_ box: StateBox<State>, loop: any StoreLoop, registrar: ObservationRegistrar) {
    self.box = box
    super.init(loop: loop, registrar: registrar)
  }

  override func current() -> StateReference<State> { box.reference }

  /// Finds what has changed, and tells those who wait for it.
  ///
  /// Actions that are sent meanwhile are reduced afterwards, and lead to another call.
  func batchEnded() {
    guard let loop, sweptActions != loop.actions else { return }
    var changes: Changes = []
    pool.deferReleases { sweep(into: &changes) }
    sweptActions = loop.actions
    changes.announce()
  }

  /// The root is used by its store, whoever watches.
  override var isUnused: Bool { isReleased && !isInvalidated }

  override func storeWasReleased() {
    isReleased = true
    super.storeWasReleased()
  }

  override func removeUnused() { invalidate() }
}

/// The view of a child that is always present: a stored property of its parent's state.
final class PartView<Parent, State>: StateView<State> {
  private let source: StateView<Parent>
  private let property: StoredProperty<Parent, State>

  init(
    _ property: StoredProperty<Parent, State>, key: ScopeKey, in source: StateView<Parent>
  ) {
    self.property = property
    self.source = source
    super.init(key, in: source)
  }

  override var isPresent: Bool { source.isPresent }

  override func current() -> StateReference<State> { source.current().property(property) }
}
