// How the ledger, which records the effects in flight, stores its entries: as nodes of a forest, in
// the slots of one table. A node has a parent, a list of children, and its siblings.

extension Ledger {
  /// Makes an entry, in a vacant slot or a new one; it is not yet in its parent's list of children.
  mutating func insert(
    _ kind: Kind, under parent: Node? = nil, path: PathTable.ID, ids: [CancelID] = [],
    serial: Int = 0, holds: Int32 = 0
  ) -> Node {
    generation &+= 1
    // After an overflow: vacant slots have 0.
    if generation == 0 { generation = 1 }
    let node = Node(index: slots.occupy(orAppend: Slot()), generation: generation)
    slots[node] = Slot(
      kind: kind, isSubscription: parent.map { slots[$0].isSubscription } ?? false,
      generation: generation, parent: parent, path: path, ids: ids, serial: serial, holds: holds)
    return node
  }

  /// Makes a node the last child of its parent.
  mutating func link(_ node: Node, under parent: Node) {
    let last = slots[parent].lastChild
    slots[node].previous = last
    if last == .none {
      slots[parent].firstChild = node.index
    } else {
      slots[last].next = node.index
    }
    slots[parent].lastChild = node.index
  }

  /// Makes a node a child of its parent, or one that waits in it.
  mutating func attach(_ node: Node, to parent: Node, isWaiting: Bool) {
    slots[node].phase = isWaiting ? .waiting : .pending
    if isWaiting {
      waiting[parent, default: []].insert(node)
    } else {
      link(node, under: parent)
    }
  }

  /// Takes a node that waits from its holder.
  mutating func stopWaiting(_ node: Node) {
    guard let holder = slots[node].parent, let others = waiting.index(forKey: holder) else {
      return
    }
    waiting.values[others].remove(node)
    if waiting.values[others].isEmpty { waiting.remove(at: others) }
  }

  /// Removes a node without children and returns what the registry must do for its ancestors.
  ///
  /// Also removes the cancelled sequences above it that are then empty.
  mutating func remove(_ node: Node) -> Next {
    var node = node
    while true {
      if slots[node].phase != .cancelled { removeFromIndex(node) }
      count(node, -1)
      let parent = slots[node].parent
      let wasWaiting = slots[node].phase == .waiting
      if wasWaiting { stopWaiting(node) } else { unlink(node) }
      paths.release(slots[node].path)
      vacate(node)
      guard !wasWaiting, let parent, slots[parent].firstChild == .none else { return .nothing }
      switch slots[parent].kind {
      case .cascade: return close(parent) ? .closed(parent) : .nothing
      case .sequence where slots[parent].phase == .cancelled: node = parent
      case .sequence: return .advance(parent)
      case .effect, .vacant: return .nothing
      }
    }
  }

  /// Closes a cascade if it is empty and nothing holds it open; returns whether it was closed.
  mutating func close(_ cascade: Node) -> Bool {
    guard slots[cascade].holds == 0, slots[cascade].firstChild == .none else { return false }
    if !slots[cascade].isSubscription { countClosedCascade() }
    vacate(cascade)
    return true
  }

  mutating func removeFromIndex(_ node: Node) {
    guard !slots[node].ids.isEmpty || slots[node].path != .root else { return }
    index.remove(node, ids: slots[node].ids, path: slots[node].path, in: paths)
  }

  func node(at index: Int32) -> Node {
    Node(index: index, generation: slots[index].generation)
  }

  private mutating func unlink(_ node: Node) {
    guard let parent = slots[node].parent else { return }
    let previous = slots[node].previous
    let next = slots[node].next
    if previous == .none {
      slots[parent].firstChild = next
    } else {
      slots[previous].next = next
    }
    if next == .none {
      slots[parent].lastChild = previous
    } else {
      slots[next].previous = previous
    }
  }

  private mutating func vacate(_ node: Node) {
    keepForRelease(slots[node].ids)
    slots[node] = Slot()
    slots.vacate(node.index)
  }

  /// Keeps the ids of a removed entry until the ledger is no longer being changed: a release may
  /// run user code.
  mutating func keepForRelease(_ ids: [CancelID]) {
    releasedIDs += ids
  }
}

extension Ledger {
  /// Identifies an entry of a ledger, by its slot and a running count of all entries; the identity
  /// of a removed entry is never reused.
  package struct Node: Hashable, Sendable {
    package let index: Int32
    let generation: UInt32
  }

  /// The kind of an entry.
  package enum Kind: Sendable {
    /// Everything that follows from one action sent from outside, or the effects of one
    /// subscription.
    case cascade
    /// Effects that run one after the other.
    case sequence
    /// One effect.
    case effect
    /// A free entry, to be reused.
    case vacant
  }

  /// The progress of an entry.
  enum Phase {
    /// A part of an effect that begins later. Becomes `pending` then; removed if cancelled before.
    case waiting
    /// Entered. Becomes `running` when its operation begins; removed if cancelled before.
    case pending
    /// Its operation has begun. Removed when that ends or is cancelled.
    case running
    /// A cascade or a sequence that accepts nothing more. Removed once it is empty and nothing
    /// holds it open.
    case cancelled
  }

  struct Slot {
    var kind = Kind.vacant
    /// Whether the entry is the cascade of a subscription, or belongs to one.
    var isSubscription = false
    var phase = Phase.pending
    /// Distinguishes the entry from earlier and later ones in this slot.
    var generation: UInt32 = 0
    var parent: Node?
    var path = PathTable.ID.root
    var ids: [CancelID] = []
    /// The place of an effect or a sequence in the order of entry.
    var serial = 0
    /// How many holders keep a cascade open even if it has no children.
    var holds: Int32 = 0
    // The slots of its first and last child, and of its neighbors in the list of its parent.
    var firstChild: Int32 = .none
    var lastChild: Int32 = .none
    var previous: Int32 = .none
    var next: Int32 = .none
  }
}

extension Int32 {
  /// The end of a linked list of entries.
  static var none: Int32 { -1 }
}

extension SlotTable<Ledger.Slot> {
  subscript(node: Ledger.Node) -> Ledger.Slot {
    get { self[node.index] }
    _modify { yield &self[node.index] }
  }
}
