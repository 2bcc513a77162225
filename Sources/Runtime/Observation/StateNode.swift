import Observation

/// What has changed in a batch, and where.
typealias Changes = [(node: StateNode, watch: Watch)]

/// A node in the tree of all that is scoped and observed of one store.
///
/// The root stands for the store's state, each node below for a child of its parent. A node lives
/// as long as somebody holds its store, or watches it, or one below it.
@MainActor class StateNode: Dependent {
  /// The store's core.
  unowned let loop: any StoreLoop
  /// Parent and child hold each other while the child is in the tree: until it is not used any
  /// more, or is invalidated with what it stands for, or with the root's store.
  let parent: StateNode?
  /// That of the whole tree.
  let pool: ReleasePool
  let registrar: ObservationRegistrar
  /// The store for this node, while somebody holds it.
  final weak var store: AnyObject?
  /// Stands for those who may ask for the states of this node, while there are any.
  final weak var consumer: Consumer?
  final let dependents = DependentTable()
  /// Whether any watch was ever added. (read-row: the table would be checked for overlap.)
  private(set) final var hasWatches = false
  /// What this node stands for has left the state: its last value stays.
  private(set) final var isInvalidated = false
  /// After how many actions all that depends on this node was last up to date.
  private(set) final var sweptActions = -1

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

  /// Calls a function with the bytes in which those lie that dependents have seen.
  func withBytes(_ body: @MainActor (UnsafeRawBufferPointer) -> Void) {
    preconditionFailure("StateView overrides this method.")
  }

  /// Finds what has changed in a child and below.
  override func sweep(in parent: StateNode, into changes: inout Changes) {
    parent.dependents.setPhase(.waiting, of: self)
    sweepDependents(after: loop.actions, into: &changes)
    removeIfUnused()
  }

  override func end(in parent: StateNode) {
    invalidate()
  }
}

// MARK: - The tree

extension StateNode {
  /// The child for a key, which is made if there is none.
  final func child(_ key: DependentKey, orMake make: () -> StateNode) -> StateNode {
    if let child = existingChild(key) { return child }
    let child = make()
    // What has left the state is not in the tree: nothing changes in it any more.
    if !child.isInvalidated {
      pool.deferReleases { dependents.add(child, key, pool) }
      // The first sweep finds the bytes of the child.
      dependents.setPhase(.due, of: child)
      recordRead()
    }
    return child
  }

  final func existingChild(_ key: DependentKey) -> StateNode? {
    // Safe: the key of a child is used for children only.
    dependents[key].map { unsafe unsafeDowncast($0, to: StateNode.self) }
  }

  /// Whether nobody is interested in this node any more; the root is for its store, whoever
  /// watches.
  final var isUnused: Bool {
    if parent == nil { return store == nil && !isInvalidated }
    return dependents.countInUse == 0 && store == nil && consumer == nil
  }

  /// Leaves the tree if nobody is interested in it any more, and takes parents along; not before
  /// nobody is at work in the tree.
  final func removeIfUnused() {
    if isUnused { pool.remove(self) }
  }

  /// Leaves the tree; only the pool calls this.
  final func removeUnused() {
    guard let parent else { return invalidate() }
    leave(parent)
  }

  /// Ends this node, because what it stands for has left the state, and leaves the tree.
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

  /// Ends what is watched here and below: nothing changes here any more.
  ///
  /// First everything is taken out, so that whoever is called finds nodes on which nothing depends.
  final func invalidate() {
    isInvalidated = true
    let ended = dependents.removeAll()
    pool.add(ended)
    for dependent in ended { dependent.end(in: self) }
  }
}

// MARK: - Reading

extension StateNode {
  /// Watches something, if reads are tracked at this moment; returns its watch if so.
  @discardableResult
  final func watchIfTracked(_ key: DependentKey, make: () -> Watch) -> Watch? {
    // Of what has left the state nothing changes any more.
    if isInvalidated { return nil }
    if let existing = dependents[key] {
      // Safe: only `child(_:orMake:)` adds what is no watch, with keys of children.
      let watch = unsafe unsafeDowncast(existing, to: Watch.self)
      guard isTracked(watch) else { return nil }
      read(watch)
      return watch
    }
    guard TrackingProbe.shared.isTracking(registrar) else { return nil }
    return pool.deferReleases {
      let watch = make()
      add(watch, key)
      if isTracked(watch) { read(watch) }
      return watch
    }
  }

  /// Adds a watch that stays until it says that it has ended.
  final func add(_ watch: Watch) {
    pool.deferReleases {
      add(watch, nil)
      watch.arm(in: self)
      recordRead()
    }
  }

  private func add(_ watch: Watch, _ key: DependentKey?) {
    dependents.add(watch, key, pool)
    watch.takeNames()
    hasWatches = true
  }

  /// Whether a read at this moment is tracked; the registrar then tells the observer of a change.
  // One key path does both: o3: 29,500 -> 23,000 instructions.
  private func isTracked(_ watch: Watch) -> Bool {
    TrackingProbe.shared.isTracked(watch.name, registrar)
  }

  private func read(_ watch: Watch) {
    pool.deferReleases {
      let isDue = watch.read(in: self) == .due
      if isDue || !isSettled { requireSweep() }
    }
  }

  /// Whether the state is not in the middle of a batch.
  final var isSettled: Bool { !loop.isInBatch }

  /// Records a read: the next sweep must not pass over this node if it saw what may not last until
  /// then.
  final func recordRead() {
    if !isSettled { requireSweep() }
  }

  /// Has the next sweep look at this node, even if its bytes have stayed the same.
  private func requireSweep() {
    var node = self
    while let parent = node.parent {
      parent.dependents.setPhase(.due, of: node)
      node = parent
    }
  }
}

// MARK: - Telling

extension StateNode {
  /// Finds what has changed in a root's state, and tells those who wait for it.
  ///
  /// Actions that are sent meanwhile are reduced afterwards, and lead to another call.
  final func batchEnded() {
    let actions = loop.actions
    guard sweptActions != actions else { return }
    var changes: Changes = []
    pool.deferReleases { sweepDependents(after: actions, into: &changes) }
    // After the sweep, so that whoever is told finds everything up to date.
    for (node, watch) in changes { watch.announce(in: node) }
    for (node, _) in changes { node.removeIfUnused() }
  }

  /// Disarms the watches of which something has changed, here and below, and adds them to a list.
  ///
  /// Comparing is the user's code, which may add dependents; the new slots of those are not looked
  /// at before the next sweep.
  private func sweepDependents(after actions: Int, into changes: inout Changes) {
    var slots = 0..<Int.max
    while !slots.isEmpty, let dependent = nextChanged(in: &slots) {
      dependent.sweep(in: self, into: &changes)
    }
    sweptActions = actions
  }

  /// The next dependent in some slots that may have changed, by its bytes.
  private func nextChanged(in slots: inout Range<Int>) -> Dependent? {
    var changed: Dependent?
    unsafe withBytes { changed = unsafe dependents.nextChanged(in: &slots, $0) }
    return changed
  }

  /// Whether the bytes that were seen of a dependent are the same; false says nothing.
  final func isUnchanged(_ dependent: Dependent) -> Bool {
    if dependent.slot < 0 { return false }
    var slots = dependent.slot..<dependent.slot + 1
    return nextChanged(in: &slots) == nil
  }
}

// MARK: - For tests

extension Store {
  /// For tests: how many watches for observers are kept.
  package var watchCount: Int { watches.count }

  /// For tests: how many watches wait for a change.
  package var armedCount: Int {
    watches.count { view.dependents.phase(of: $0) != .idle && !$0.hasEnded }
  }

  /// For tests: whether something below is held or watched.
  package var hasScopes: Bool { watches.count < view.dependents.all.count }

  private var watches: [Dependent] { view.dependents.all.filter { $0 is Watch } }
}
