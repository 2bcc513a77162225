import Observation

/// A node in the tree of all that is scoped and observed of one store.
///
/// The root stands for the store's state, each node below for a child of its parent. A node lives
/// as long as somebody holds its store, or watches it, or one below it.
@MainActor class StateNode: Observable {
  /// The store's core, or `nil` in a node that belongs to none.
  unowned let loop: (any StoreLoop)?
  /// Parent and child hold each other while the child is in the tree: until it is not used any
  /// more, or is invalidated with what it stands for, or with the root's store.
  let parent: StateNode?
  private let key: ScopeKey?
  /// That of the whole tree.
  let pool: ReleasePool
  /// The store for this node, while somebody holds it.
  final weak var store: AnyObject?
  private var children: [ScopeKey: StateNode] = [:]
  /// The children in the order in which they came, so that observers are told in an order that is
  /// the same each time.
  private var order: [StateNode] = []
  final var watches = WatchTable()
  /// Whether any watch was ever added. (read-row: the table would be checked for overlap.)
  final var hasWatches = false
  /// How many watches wait for a change here.
  final var armedCount = 0
  final let registrar: ObservationRegistrar
  /// What this node stands for has left the state: its last value stays.
  private(set) final var isInvalidated = false
  /// Something was read between two actions, so that equal bytes at the end of the batch do not
  /// mean that nothing has changed for anybody.
  final var mustSweep = false
  /// After how many actions all children were last up to date, in nodes that keep count of it.
  final var sweptActions = -1

  init(loop: (any StoreLoop)?, registrar: ObservationRegistrar = ObservationRegistrar()) {
    self.loop = loop
    self.registrar = registrar
    parent = nil
    key = nil
    pool = ReleasePool()
  }

  init(_ key: ScopeKey, in parent: StateNode) {
    loop = parent.loop
    self.parent = parent
    self.key = key
    pool = parent.pool
    registrar = ObservationRegistrar()
    isInvalidated = parent.isInvalidated
  }

  /// Where the state of this node is.
  @unsafe var stateBytes: UnsafeRawPointer {
    preconditionFailure("Every node that is watched overrides this property.")
  }

  /// Whether something below is held or watched.
  var hasChildren: Bool { !children.isEmpty }

  /// Whether nobody is interested in this node any more.
  var isUnused: Bool { parent != nil && armedCount == 0 && !hasChildren && store == nil }

  /// Records that a store for this node was released; there may be another one by now.
  func storeWasReleased() {
    removeIfUnused()
  }

  /// Leaves the tree; only the pool calls this.
  func removeUnused() {
    guard let parent, let key else { return }
    parent.removeChild(key, self)
    parent.removeIfUnused()
  }

  /// Lets go of a child in which nobody is interested, or which has left the state.
  func removeChild(_ key: ScopeKey, _ child: StateNode) {
    guard children[key] === child else { return }
    pool.add(child)
    children[key] = nil
    order.removeAll { $0 === child }
  }

  /// Finds what has changed here and below since the last time, and adds it to a list.
  func sweep(into changes: inout Changes) {
    mustSweep = false
    sweepWatches(into: &changes)
    for child in order where !child.isInvalidated { child.sweep(into: &changes) }
  }

  /// Ends what is watched here and below: nothing changes here any more.
  ///
  /// First everything is taken out, so that whoever is called finds nodes without children and
  /// watches.
  func invalidate() {
    isInvalidated = true
    let (nodes, ended) = (order, watches)
    pool.add(nodes)
    pool.add(ended)
    children = [:]
    order = []
    watches = WatchTable()
    for node in nodes { node.invalidate() }
    for case let watch? in ended.slots { watch.end(in: self) }
  }
}

// MARK: - The tree

extension StateNode {
  /// The child for a key, which is made if there is none.
  final func child(_ key: ScopeKey, orMake make: () -> StateNode) -> StateNode {
    if let child = children[key] { return child }
    let child = make()
    // What has left the state has no children that could change.
    if !isInvalidated {
      children[key] = child
      order.append(child)
      recordRead()
    }
    return child
  }

  final func existingChild(_ key: ScopeKey) -> StateNode? { children[key] }

  /// Leaves the tree if nobody is interested in it any more, and takes parents along; not before
  /// nobody is at work in the tree.
  final func removeIfUnused() {
    if isUnused { pool.remove(self) }
  }

  /// Ends this node, because what it stands for has left the state, and leaves the tree.
  final func removeAbsent() {
    pool.deferReleases {
      invalidate()
      if let key { parent?.removeChild(key, self) }
      parent?.removeIfUnused()
    }
  }
}

/// Tells one scoping of a state from another: by what it looks at, and by the type of its store.
struct ScopeKey: Hashable {
  let child: AnyHashable
  let store: ObjectIdentifier

  init<State, Action>(_ child: some Hashable, _ store: Store<State, Action>.Type) {
    self.child = AnyHashable(child)
    self.store = ObjectIdentifier(store)
  }
}
