import Observation

/// What has changed in a batch, and where.
typealias Changes = [(node: StateNode, watch: Watch)]

// MARK: - Reading

extension StateNode {
  /// Whether a read at this moment is tracked by somebody.
  final var isTracked: Bool {
    TrackingProbe.isTracked { accessProbe() }
  }

  final func accessProbe() { registrar.access(self, keyPath: ObservedPaths.probe) }

  /// Whether somebody watches this node itself.
  final var isWatched: Bool { !armed.isEmpty }

  /// Watches something besides a part of the state, which a tracked read has asked for.
  @discardableResult
  final func watch(_ key: WatchKey, make: (Int) -> Watch) -> Watch {
    pool.deferReleases {
      let watch = watches.watch(key, pool, make: make)
      read(watch)
      return watch
    }
  }

  /// Watches a part of the state.
  final func watch(of keyPath: AnyKeyPath, make: (Int) -> Watch) {
    pool.deferReleases { read(watches.watch(of: keyPath, pool, make: make)) }
  }

  private func read(_ watch: Watch) {
    // Of what has left the state nothing changes any more.
    if isInvalidated { return }
    if watch.read(in: self) {
      armed.append(watch)
      if watch.isOpaque { requireSweep() }
    }
    recordRead()
  }

  /// Adds a watch that stays until it says that it has ended.
  final func add(_ watch: Watch) {
    pool.deferReleases {
      // Those that have ended may not have been found, when nothing has changed since.
      if armed.count > 1, armed.count & (armed.count - 1) == 0 {
        pool.add(armed)
        armed.removeAll { $0.hasEnded }
      }
      watch.arm(in: self)
      armed.append(watch)
      recordRead()
    }
  }

  /// Whether the state is not in the middle of a batch.
  final var isSettled: Bool { loop.map { !$0.isInBatch } ?? true }

  /// Records a read: the next sweep must not pass over this node if it saw what may not last until
  /// then.
  final func recordRead() {
    loop?.isObserved = true
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
    var isComplete = true
    for watch in armed where watch.isDue(in: self) {
      watch.prepare(in: self)
      changes.append((self, watch))
      if !watch.isArmed { isComplete = false }
    }
    if !isComplete { armed.removeAll { !$0.isArmed } }
  }

  final func access(_ member: Int) { registrar.access(self, keyPath: ObservedPaths.path(member)) }

  final func announce(_ member: Int) {
    registrar.withMutation(of: self, keyPath: ObservedPaths.path(member)) {}
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
  /// For tests: how many watches are kept.
  package var watchCount: Int { view.watches.count }

  /// For tests: how many of them wait for a change.
  package var armedCount: Int { view.armed.count }

  /// For tests: whether something below is held or watched.
  package var hasScopes: Bool { view.hasChildren }
}
