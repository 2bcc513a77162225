import Observation
import RatchetDependencies

/// The watches that have changed in a batch, with their nodes.
typealias Changes = [(node: StateNode, watch: Watch)]

/// A node in the tree of everything that is scoped and observed in one store.
///
/// Used by stores, and by the core at the end of each batch. Owns its watches and child nodes: the
/// root represents the store's state, each node below it a child of its parent. A node lives as
/// long as its store is held, or it or one below it is watched. While a call works in the tree,
/// nothing may be released: see ``ReleasePool``.
@MainActor class StateNode: Dependent {
  /// The store's core.
  unowned let loop: any StoreLoop
  /// Parent and child hold each other while the child is in the tree: until it is no longer used,
  /// or is invalidated with its child or with the root's store.
  let parent: StateNode?
  /// Shared by the whole tree.
  let pool: ReleasePool
  /// Holds the observers of this node; another one after its end, so that they are released.
  private(set) final var registrar: ObservationRegistrar
  /// The store for this node, while it is held.
  final weak var store: AnyObject?
  /// Represents the consumers of this node's states, while there are any.
  final weak var consumer: Consumer?
  final let dependents = DependentTable()
  /// Whether any watch was ever added: to ask the table costs an exclusivity check.
  private(set) final var hasWatches = false
  /// Whether the child of this node has left the state, so that its last value stays.
  private(set) final var isInvalidated = false
  /// The count of changes at the end of the last batch; only the root's.
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

  /// The dependents that may have changed since the last call.
  func affectedDependents() -> [Dependent] {
    dependents.dependents(affectedBy: 0..<Int.max)
  }

  /// Finds what has changed in a child and below it.
  override func sweep(in parent: StateNode, into changes: inout Changes) {
    parent.dependents.setPhase(.waiting, of: self)
    sweepDependents(into: &changes)
    removeIfUnused()
  }
}

// MARK: - The tree

extension StateNode {
  /// The child for a key, made if there is none.
  final func child(_ key: DependentKey, orMake make: () -> StateNode) -> StateNode {
    if let child = existingChild(key) { return child }
    let child = make()
    // An absent child is not in the tree: nothing in it changes any more.
    if !child.isInvalidated {
      pool.deferReleases { dependents.add(child, key, pool) }
      // The first sweep finds the bytes of the child.
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
    if parent == nil { return store == nil && !isInvalidated }
    return dependents.countInUse == 0 && store == nil && consumer == nil
  }

  /// Leaves the tree if nothing uses it any more, and so may its parents, once no call is working
  /// in the tree.
  final func removeIfUnused() {
    if isUnused { pool.remove(self) }
  }

  /// Leaves the tree; only the pool calls this.
  final func removeUnused() {
    guard let parent else { return invalidate() }
    leave(parent)
  }

  /// Ends this node because its child has left the state, and leaves the tree.
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
  /// Takes everything out first, so that code called from here finds nodes without dependents.
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
  /// Watches something if reads are tracked at this moment; returns its watch if so.
  @discardableResult
  final func watchIfTracked(_ key: DependentKey, make: () -> Watch) -> Watch? {
    // An absent child does not change any more.
    if isInvalidated { return nil }
    if let watch = dependents[key] as? Watch {
      guard isTracked(watch) else { return nil }
      read(watch)
      return watch
    }
    guard TrackingProbe.shared.isTracking(registrar) else { return nil }
    return pool.deferReleases {
      let watch = make()
      dependents.add(watch, key, pool)
      watch.takeNames()
      hasWatches = true
      if isTracked(watch) { read(watch) }
      return watch
    }
  }

  /// Adds a watch that nobody else reads, and starts its wait.
  final func add(_ watch: Watch) {
    pool.deferReleases {
      dependents.add(watch, nil, pool)
      hasWatches = true
      read(watch)
    }
  }

  /// Whether a read at this moment is tracked; if so, the registrar will notify the observer.
  // One key path does both: o3: 29,500 -> 23,000 instructions.
  private func isTracked(_ watch: Watch) -> Bool {
    TrackingProbe.shared.isTracked(watch.name, registrar)
  }

  private func read(_ watch: Watch) {
    pool.deferReleases {
      if watch.read(in: self) == .due { requireSweep() }
      recordRead()
    }
  }

  /// Whether no batch is in progress.
  final var isOutsideBatch: Bool { !loop.isInBatch }

  /// Records a read: the next sweep must not skip this node if the value read may not last until
  /// then.
  final func recordRead() {
    if isOutsideBatch { return }
    dependents.forgetBytes()
    requireSweep()
  }

  /// Makes the next sweep check this node, even if its bytes have not changed.
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
  /// Finds what has changed in a root's state and notifies the waiting observers.
  ///
  /// Actions sent meanwhile are reduced afterwards and lead to another call.
  final func batchEnded() {
    let count = loop.changes
    if exchange(&sweptChanges, with: count) == count { return }
    var changes: Changes = []
    pool.deferReleases { sweepDependents(into: &changes) }
    // After the sweep, so that every observer finds everything up to date.
    for (node, watch) in changes { watch.announce(in: node) }
    for (node, _) in changes { node.removeIfUnused() }
  }

  /// Disarms the watches that have changed, here and below, and adds them to a list.
  ///
  /// Comparing runs user code, which may add dependents; these are not swept before the next batch.
  private func sweepDependents(into changes: inout Changes) {
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
