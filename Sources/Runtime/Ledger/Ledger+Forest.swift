extension Ledger {
  /// Fills a vacant slot, or a new one.
  mutating func insert(
    _ kind: Kind, under parent: Node? = nil, path: PathTable.ID, ids: [CancelID] = [],
    serial: Int = 0, holds: Int32 = 0
  ) -> Node {
    let index: Int32
    if let last = free.popLast() {
      index = last
    } else {
      index = Int32(slots.count)
      slots.append(Slot())
    }
    // In place: a slot is large, and copying one into its place costs more than all else here.
    slots[Int(index)].fill(
      kind, parent: parent, path: path, ids: ids, serial: serial, holds: holds)
    return Node(index: index, generation: slots[Int(index)].generation)
  }

  /// Makes a node the last child of its parent.
  mutating func link(_ node: Node, under parent: Node) {
    let last = slots[parent].lastChild
    slots[node].previous = last
    if last == .none {
      slots[parent].firstChild = node.index
    } else {
      slots[Int(last)].next = node.index
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
    vacate(cascade)
    return true
  }

  mutating func removeFromIndex(_ node: Node) {
    guard !slots[node].ids.isEmpty || slots[node].path != .root else { return }
    index.remove(node, ids: slots[node].ids, path: slots[node].path, in: paths)
  }

  func node(at index: Int) -> Node {
    Node(index: Int32(index), generation: slots[index].generation)
  }

  private mutating func unlink(_ node: Node) {
    guard let parent = slots[node].parent else { return }
    let previous = slots[node].previous
    let next = slots[node].next
    if previous == .none {
      slots[parent].firstChild = next
    } else {
      slots[Int(previous)].next = next
    }
    if next == .none {
      slots[parent].lastChild = previous
    } else {
      slots[Int(next)].previous = previous
    }
  }

  private mutating func vacate(_ node: Node) {
    slots[node].kind = .vacant
    if !slots[node].ids.isEmpty { slots[node].ids = [] }
    slots[node].generation &+= 1
    free.append(node.index)
  }
}
