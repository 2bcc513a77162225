extension Ledger {
  /// Fills a vacant slot, or a new one.
  mutating func insert(
    _ kind: Kind, under parent: Node? = nil, path: PathTable.ID, ids: [CancelID] = [],
    serial: Int = 0, holds: Int32 = 0
  ) -> Node {
    generation &+= 1
    let node = Node(index: slots.occupy(orAppend: Slot()), generation: generation)
    // In place: a slot is large, and copying one costs more than all else here.
    slots[node].fill(
      kind, generation, parent: parent, path: path, ids: ids, serial: serial, holds: holds)
    if let parent, slots[parent].isSubscription { slots[node].isSubscription = true }
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

  /// Removes a node without children and says what follows for those above it.
  ///
  /// With it go the cancelled sequences above that have nothing left.
  mutating func remove(_ node: Node) -> Next {
    var node = node
    while true {
      if slots[node].phase != .cancelled { removeFromIndex(node) }
      count(node, -1)
      let parent = slots[node].parent
      unlink(node)
      paths.release(slots[node].path)
      vacate(node)
      guard let parent, slots[parent].firstChild == .none else { return .nothing }
      switch slots[parent].kind {
      case .cascade: return close(parent) ? .closed(parent) : .nothing
      case .sequence where slots[parent].phase == .cancelled: node = parent
      case .sequence: return .advance(parent)
      case .effect, .vacant: return .nothing
      }
    }
  }

  /// Closes a cascade that has nothing left and that nobody holds.
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
    // In one call: each access to a slot is checked for unique reference.
    let ids = slots[node].vacate()
    if !ids.isEmpty { keepForRelease(ids) }
    slots.vacate(node.index)
  }

  /// Keeps ids that were taken from an entry until the ledger is not being changed.
  mutating func keepForRelease(_ ids: [CancelID]) {
    // Usually those of one effect, whose list needs no copy.
    if releasedIDs.isEmpty { releasedIDs = ids } else { releasedIDs += ids }
  }
}

extension Ledger {
  /// Names one entry of a ledger; the name of an entry that was removed is never used again.
  package struct Node: Hashable, Sendable {
    package let index: Int32
    let generation: UInt32
  }

  /// What an entry is.
  package enum Kind: Sendable {
    /// All that follows from one action sent from outside.
    case cascade
    /// Effects that run one after the other.
    case sequence
    /// One effect.
    case effect
    /// An entry that is free to be used again.
    case vacant
  }

  /// How far an entry has come.
  enum Phase {
    /// Entered. Becomes `running` when its operation begins; removed when cancelled before.
    case pending
    /// Its operation has begun. Removed when that ends, or when cancelled.
    case running
    /// A cascade or a sequence that takes up nothing more. Removed when nothing is below it and
    /// nobody holds it.
    case cancelled
  }

  struct Slot {
    var kind = Kind.vacant
    /// Whether it is a subscription, or belongs to one.
    var isSubscription = false
    var phase = Phase.pending
    var generation: UInt32 = 0
    var parent: Node?
    var path = PathTable.ID.root
    var ids: [CancelID] = []
    var serial = 0
    var holds: Int32 = 0
    var firstChild: Int32 = .none
    var lastChild: Int32 = .none
    var previous: Int32 = .none
    var next: Int32 = .none

    /// Makes an entry a vacant slot; returns its ids, which may be the user's last references.
    mutating func vacate() -> [CancelID] {
      kind = .vacant
      generation &+= 1
      return takeIDs()
    }

    mutating func takeIDs() -> [CancelID] {
      ids.isEmpty ? [] : exchange(&ids, with: [])
    }

    /// Makes a vacant slot an entry without children.
    mutating func fill(
      _ kind: Kind, _ generation: UInt32, parent: Node?, path: PathTable.ID, ids: [CancelID],
      serial: Int, holds: Int32
    ) {
      self.kind = kind
      self.generation = generation
      isSubscription = false
      phase = .pending
      self.parent = parent
      self.path = path
      if !ids.isEmpty { self.ids = ids }
      self.serial = serial
      self.holds = holds
      firstChild = .none
      lastChild = .none
      previous = .none
      next = .none
    }
  }
}

extension Int32 {
  /// The end of a list of entries.
  static var none: Int32 { -1 }
}

extension SlotTable<Ledger.Slot> {
  subscript(node: Ledger.Node) -> Ledger.Slot {
    get { self[node.index] }
    _modify { yield &self[node.index] }
  }
}
