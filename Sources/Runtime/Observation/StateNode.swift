import Observation

/// A place in the tree of all that is scoped and observed of one store.
///
/// The root stands for the store's state, each node below for a child of its parent. A node lives
/// as long as somebody holds its store, or watches it, or one below it.
@MainActor class StateNode: Observable {
  /// The store's core, or `nil` in a node that belongs to none.
  unowned let loop: (any StoreLoop)?
  /// Parent and child hold each other while the child is in the tree: until it is not used any
  /// more, or goes away with what it stands for, or with the root's store.
  let parent: StateNode?
  private let key: ScopeKey?
  /// That of the whole tree.
  let pool: ReleasePool
  /// The store for this node, while somebody holds it.
  private weak var heldStore: AnyObject?
  private var children: [ScopeKey: StateNode] = [:]
  /// The children in the order in which they came, so that observers are told in an order that is
  /// the same each time.
  private var order: [StateNode] = []
  private let registrar = ObservationRegistrar()
  /// What this node stands for is not in the state any more, for good.
  private(set) var isGone = false
  /// Something was read between two actions, so that equal bytes at the end of the batch do not
  /// mean that nothing has changed for anybody.
  var mustSweep = false

  init(loop: (any StoreLoop)?) {
    self.loop = loop
    parent = nil
    key = nil
    pool = ReleasePool()
  }

  init(_ key: ScopeKey, in parent: StateNode) {
    loop = parent.loop
    self.parent = parent
    self.key = key
    pool = parent.pool
    isGone = parent.isGone
  }

  /// Whether somebody watches this node itself.
  var isWatched: Bool { false }

  /// Whether something below is held or watched.
  var hasChildren: Bool { !children.isEmpty }

  /// Lets a child go that nobody is interested in, or that is not there any more.
  func removeChild(_ key: ScopeKey, _ child: StateNode) {
    guard children[key] === child else { return }
    pool.add(child)
    children[key] = nil
    order.removeAll { $0 === child }
  }

  /// Whether nobody is interested in this node any more.
  var isUnused: Bool { parent != nil && !isWatched && !hasChildren && store == nil }

  /// Records that a store for this node is gone; there may be another one by now.
  func storeWasReleased() {
    removeIfUnused()
  }

  /// Leaves the tree; only the pool calls this.
  func leaveUnused() {
    guard let parent, let key else { return }
    parent.removeChild(key, self)
    parent.removeIfUnused()
  }

  /// Finds out what has changed since the last time, and adds it to a list.
  func sweep(into changes: inout Changes) {}

  // MARK: - The end

  /// Nothing changes here any more: what is watched here and below comes to its end.
  func goAway() {
    isGone = true
    let ended = order
    pool.add(ended)
    children = [:]
    order = []
    for child in ended { child.goAway() }
  }

  /// Records that what this node stands for has left the state.
  final func leave() {
    pool.whileKept {
      goAway()
      if let key { parent?.removeChild(key, self) }
      parent?.removeIfUnused()
    }
  }
}

// MARK: - Children

extension StateNode {
  /// The child for a key, which is made if there is none.
  func child(_ key: ScopeKey, orMake make: () -> StateNode) -> StateNode {
    if let child = children[key] { return child }
    let child = make()
    // What is gone has no children that could change.
    if !isGone {
      children[key] = child
      order.append(child)
      noteRead()
    }
    return child
  }

  func existingChild(_ key: ScopeKey) -> StateNode? { children[key] }

  func sweepChildren(into changes: inout Changes) {
    for child in order where !child.isGone { child.sweep(into: &changes) }
  }

  /// The store for this node, while somebody holds it.
  var store: AnyObject? { heldStore }

  func setStore(_ store: AnyObject) { heldStore = store }

  /// Leaves the tree if nobody is interested in it any more, and takes parents along; not before
  /// nobody is at work in the tree.
  final func removeIfUnused() {
    if isUnused { pool.remove(self) }
  }
}

// MARK: - Reading and telling

extension StateNode {
  /// Whether a read at this moment is tracked by somebody.
  var isTracked: Bool { TrackingProbe.isTracked { accessProbe() } }

  func accessProbe() { registrar.access(self, keyPath: ObservedPaths.probe) }

  func access(_ ordinal: Int) { registrar.access(self, keyPath: ObservedPaths.path(ordinal)) }

  func announce(_ ordinal: Int) {
    registrar.withMutation(of: self, keyPath: ObservedPaths.path(ordinal)) {}
  }

  /// Whether the state is not in the middle of a batch.
  var isSettled: Bool { loop.map { !$0.isInBatch } ?? true }

  /// Records a read: the next sweep must not pass over this node if it saw what may not last
  /// until then.
  func noteRead() {
    loop?.isObserved = true
    if !isSettled { requireSweep() }
  }

  /// Sees to it that the next sweep does not pass over this node.
  func requireSweep() {
    var node: StateNode? = self
    while let next = node {
      next.mustSweep = true
      node = next.parent
    }
  }
}

/// The key paths by which a registrar knows the members of a node: one for each number, made once
/// for all nodes.
@MainActor private enum ObservedPaths {
  static let probe: KeyPath<StateNode, Void> = \StateNode.[TrackingProbe.shared]
  private static var members: [KeyPath<StateNode, Void>] = []

  static func path(_ ordinal: Int) -> KeyPath<StateNode, Void> {
    while members.count <= ordinal {
      let next = members.count
      members.append(\StateNode.[ordinal: next])
    }
    return members[ordinal]
  }
}

extension StateNode {
  fileprivate subscript(probe: TrackingProbe) -> Void { () }
  fileprivate subscript(ordinal ordinal: Int) -> Void { () }
}

/// Tells one scoping of a state from another: by what it looks at, and by the type of its store.
struct ScopeKey: Hashable {
  let place: AnyHashable
  let store: ObjectIdentifier

  init<State, Action>(_ place: some Hashable, _ store: Store<State, Action>.Type) {
    self.place = AnyHashable(place)
    self.store = ObjectIdentifier(store)
  }
}
