import Observation
import RatchetDependencies

/// The watches that have changed in a batch (the actions that are reduced until none is queued and
/// no effect is pending), with their nodes.
typealias Changes = [(node: StateNode, watch: Watch)]

/// One node in the tree of all states of a store that are scoped to or observed: finds what has
/// changed in its state, and notifies the observers of that.
///
/// The root represents the store's state, each node below it a child of its parent's state;
/// `StateView` adds the type of the state. At the end of each batch the root *sweeps*: checks the
/// *watches* (each stands for a part of a state that observers have read) of all nodes.
///
/// Used by stores, and by the store's loop (`Core`) at the end of each batch. Owns its watches and
/// child nodes, which are its *dependents*. Each of these is `idle` (nothing waits for a change),
/// `waiting` (swept if its bytes may have changed) or `due` (swept in any case). A node stays in
/// the tree while its store is retained, or it or a node below it is watched. Do not release
/// anything while a call works in the tree: see ``ReleasePool``.
@MainActor class StateNode: Dependent {
  /// The store's loop.
  unowned let loop: any StoreLoop
  /// The node of the parent; `nil` for the root.
  ///
  /// Parent and child hold each other while the child is in the tree: until nothing uses the child,
  /// or it is invalidated because its state is absent or the root's store was released.
  let parent: StateNode?
  /// Releases values when no call works in the tree; shared by the whole tree.
  let pool: ReleasePool
  /// Holds the observers of this node; replaced when the node is invalidated, so that the observers
  /// are released.
  private(set) final var registrar: ObservationRegistrar
  /// The store for this node, while it is held.
  final weak var store: AnyObject?
  /// A token that lives as long as anybody holds or reads a sequence of this node's values.
  final weak var consumer: Consumer?
  final let dependents = DependentTable()
  /// Whether a watch was ever added; stored here, because asking the table takes an exclusivity
  /// check.
  private(set) final var hasWatches = false
  /// Whether the state of this node is absent, or its store has ended, so that its value stays.
  private(set) final var isInvalidated = false
  /// The loop's count of changes at the last sweep, -1 before the first; used only by the root.
  private var sweptChanges = -1

  init(loop: any StoreLoop, registrar: ObservationRegistrar) {
    self.loop = loop
    self.registrar = registrar
    parent = nil
    pool = ReleasePool()
  }

  init(in parent: StateNode) {
    loop = parent.loop
    self.parent = parent
    pool = parent.pool
    registrar = ObservationRegistrar()
    isInvalidated = parent.isInvalidated
  }

  /// The watches and child nodes that may have changed since the last call.
  func affectedDependents() -> [Dependent] {
    // All bytes count as changed; a `StateView` that is watched compares them.
    dependents.dependents(affectedBy: 0..<Int.max)
  }

  /// Adds the watches of this node and the nodes below it that have changed to the list; called
  /// when the parent sweeps its dependents.
  override func sweep(in parent: StateNode, into changes: inout Changes) {
    // No longer due. First, because user code in the sweep may make it due for the next one.
    parent.dependents.setPhase(.waiting, of: self)
    sweepDependents(into: &changes)
    removeIfUnused()
  }

  override func endStreams(in parent: StateNode) { endStreams() }
}

// MARK: - The tree

extension StateNode {
  /// Ends the sequences of the values of this node and the nodes below it, after the last value.
  final func endStreams() {
    pool.deferReleases {
      for dependent in dependents.all { dependent.endStreams(in: self) }
    }
  }

  /// Returns the child node for a key; makes it if there is none.
  final func child(_ key: DependentKey, orMake make: () -> StateNode) -> StateNode {
    if let child = existingChild(key) { return child }
    let child = make()
    // A child that is already absent does not join the tree: nothing in it changes any more.
    if !child.isInvalidated {
      pool.deferReleases { dependents.add(child, key, pool) }
      // The next sweep must visit the child, to keep the bytes of its state for comparisons.
      dependents.setPhase(.due, of: child)
      recordRead()
    }
    return child
  }

  final func existingChild(_ key: DependentKey) -> StateNode? {
    dependents[key] as? StateNode
  }

  /// Whether nothing uses this node any more; for the root, only its store counts.
  final var isUnused: Bool {
    // An invalidated root has nothing left to remove.
    if parent == nil { return store == nil && !isInvalidated }
    return dependents.countInUse == 0 && store == nil && consumer == nil
  }

  /// Removes this node from the tree if nothing uses it any more, and then its parents likewise.
  ///
  /// If a call is working in the tree, this happens at the end of that call.
  final func removeIfUnused() {
    if isUnused { pool.remove(self) }
  }

  /// Removes this unused node from the tree; only the pool calls this.
  final func removeUnused() {
    guard let parent else { return invalidate() }
    leave(parent)
  }

  /// Invalidates this node because its state is absent, and removes it from the tree.
  ///
  /// The pool keeps the node until no call works in the tree.
  final func removeAbsent() {
    pool.deferReleases {
      invalidate()
      if let parent { leave(parent) }
    }
  }

  private func leave(_ parent: StateNode) {
    pool.add(self)
    parent.dependents.remove(self)
    parent.removeIfUnused()
  }

  /// Ends all watches here and below: nothing changes here any more.
  ///
  /// Takes everything out first, so that user code called from here finds nodes without dependents.
  final func invalidate() {
    isInvalidated = true
    let ended = dependents.removeAll()
    pool.add(ended)
    pool.add(exchange(&registrar, with: ObservationRegistrar()))
    for case let child as StateNode in ended { child.invalidate() }
  }
}

// MARK: - Reading

extension StateNode {
  /// Watches what `key` names if reads are tracked at this moment; returns the watch if so.
  ///
  /// A read is tracked if it happens within `withObservationTracking`.
  @discardableResult
  final func watchIfTracked(_ key: DependentKey, make: () -> Watch) -> Watch? {
    // An absent child does not change any more.
    if isInvalidated { return nil }
    if let watch = dependents[key] as? Watch {
      guard registerIfTracked(watch) else { return nil }
      read(watch)
      return watch
    }
    guard TrackingProbe.shared.isTracking(registrar) else { return nil }
    return pool.deferReleases {
      let watch = make()
      dependents.add(watch, key, pool)
      // The registrar finds the observers of a watch under a name. The names follow from the
      // watch's slot in the table, so the watch must be in it.
      watch.takeNames()
      hasWatches = true
      if registerIfTracked(watch) { read(watch) }
      return watch
    }
  }

  /// Adds the watch of a `StateStream` without a key, so that other readers cannot find it, and
  /// makes it wait for a change.
  final func add(_ watch: Watch) {
    pool.deferReleases {
      dependents.add(watch, nil, pool)
      hasWatches = true
      read(watch)
    }
  }

  /// Registers a read of a watch with the registrar, which will notify the observer; returns false
  /// if the read is not tracked.
  // One call both registers and tells: two would be slower. (Benchmark `o3`: 23,000 instead of
  // 29,500 instructions.)
  private func registerIfTracked(_ watch: Watch) -> Bool {
    TrackingProbe.shared.passRead(under: watch.name, to: registrar)
  }

  /// Makes a watch that was read wait for a change, and the next sweep check it.
  private func read(_ watch: Watch) {
    pool.deferReleases {
      // A due watch is swept even if no bytes change, so the sweep must reach this node.
      if watch.read(in: self) == .due { requireSweep() }
      recordRead()
    }
  }

  /// Whether no batch is in progress.
  final var isOutsideBatch: Bool { !loop.isInBatch }

  /// Records a read in the middle of a batch, so that the next sweep does not skip this node.
  ///
  /// After the read, the state may change back to the bytes of the last sweep. A comparison with
  /// these would then find no change, although the observer has read another value.
  final func recordRead() {
    if isOutsideBatch { return }
    dependents.forgetBytes()
    requireSweep()
  }

  /// Makes the next sweep check this node, even if the bytes of its parents' states stay the same.
  private func requireSweep() {
    var node = self
    while let parent = node.parent {
      parent.dependents.setPhase(.due, of: node)
      node = parent
    }
  }
}

// MARK: - Notifying

extension StateNode {
  /// Finds what has changed in the whole tree and notifies the waiting observers; called for the
  /// root at the end of each batch.
  ///
  /// Actions that observers send are reduced afterwards and lead to another call.
  final func batchEnded() {
    let count = loop.changes
    // The state has not changed since the last sweep.
    if exchange(&sweptChanges, with: count) == count { return }
    var changes: Changes = []
    pool.deferReleases { sweepDependents(into: &changes) }
    // Notifies after the sweep, so that every observer finds all nodes up to date.
    for (node, watch) in changes { watch.announce(in: node) }
    for (node, _) in changes { node.removeIfUnused() }
  }

  /// Adds the watches that have changed, here and below, to the list; they stop waiting until the
  /// next read.
  ///
  /// Comparing runs user code, which may add dependents; these are not swept before the next batch.
  private func sweepDependents(into changes: inout Changes) {
    // A dependent without a slot was removed meanwhile, by an earlier one's sweep.
    for dependent in affectedDependents() where dependent.slot >= 0 {
      dependent.sweep(in: self, into: &changes)
    }
  }
}

// MARK: - For tests

extension Store {
  /// For tests: the number of watches for observers.
  package var watchCount: Int { watches.count }

  /// For tests: the number of watches that wait for a change.
  package var armedCount: Int {
    watches.count { view.dependents.phase(of: $0) != .idle && !$0.hasEnded }
  }

  /// For tests: whether something below is held or watched.
  package var hasScopes: Bool { watches.count < view.dependents.all.count }

  private var watches: [Watch] { view.dependents.all.compactMap { $0 as? Watch } }
}
