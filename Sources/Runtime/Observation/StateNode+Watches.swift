/// What has changed in a batch, and where.
typealias Changes = [(node: StateNode, watch: Watch)]

// MARK: - Reading

extension StateNode {
  /// Watches something, if reads are tracked at this moment; returns its watch if so.
  @discardableResult
  final func watchIfTracked(_ key: WatchKey, make: () -> Watch) -> Watch? {
    // Of what has left the state nothing changes any more.
    if isInvalidated { return nil }
    if let watch = watches[key] {
      guard isTracked(watch) else { return nil }
      read(watch)
      return watch
    }
    guard TrackingProbe.shared.isTracking(registrar) else { return nil }
    return pool.deferReleases {
      let watch = make()
      watches.add(watch, key, in: self)
      if isTracked(watch) { read(watch) }
      return watch
    }
  }

  /// Whether a read at this moment is tracked; the registrar then tells the observer of a change.
  // One key path does both: o3: 29,500 -> 23,000 instructions.
  private func isTracked(_ watch: Watch) -> Bool {
    TrackingProbe.shared.isTracked(watch.name, registrar)
  }

  private func read(_ watch: Watch) {
    pool.deferReleases {
      watch.read(in: self)
      if watch.isDueAnyway { requireSweep() }
      recordRead()
    }
  }

  /// Adds a watch that stays until it says that it has ended.
  final func add(_ watch: Watch) {
    pool.deferReleases {
      watches.add(watch, in: self)
      watch.arm(in: self)
      recordRead()
    }
  }

  /// Whether the state is not in the middle of a batch.
  final var isSettled: Bool {
    guard let loop else { return true }
    return !loop.isInBatch
  }

  /// Records a read: the next sweep must not pass over this node if it saw what may not last until
  /// then.
  final func recordRead() {
    if !isSettled { requireSweep() }
  }

  /// Has the next sweep look at this node, even if its bytes have stayed the same.
  final func requireSweep() {
    var node: StateNode? = self
    while let next = node {
      next.mustSweep = true
      node = next.parent
    }
  }
}

// MARK: - Telling

extension StateNode {
  /// Disarms the watches of which something has changed, and adds them to a list.
  ///
  /// Comparing is the user's code, which may add watches; those are not looked at before the next
  /// sweep.
  final func sweepWatches(into changes: inout Changes) {
    if armedCount == 0 { return }
    // Safe: what the pointer leads to stays where it is as long as this node does.
    let state = unsafe stateBytes
    for case let watch? in watches.slots where unsafe !watch.isSurelyUnchanged(in: state) {
      guard watch.isDue(in: self) else { continue }
      watch.prepare(in: self)
      changes.append((self, watch))
    }
  }
}

extension Changes {
  /// Tells all, after the sweep, so that whoever is told finds everything up to date.
  @MainActor func announce() {
    for (node, watch) in self { watch.announce(in: node) }
    for (node, _) in self { node.removeIfUnused() }
  }
}

// MARK: - For tests

extension Store {
  /// For tests: how many watches for observers are kept.
  package var watchCount: Int { view.watches.count }

  /// For tests: how many watches wait for a change.
  package var armedCount: Int {
    view.watches.slots.count { $0.map { $0.isArmed && !$0.hasEnded } ?? false }
  }

  /// For tests: whether something below is held or watched.
  package var hasScopes: Bool { view.hasChildren }
}
