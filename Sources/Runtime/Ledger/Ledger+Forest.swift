extension Ledger {
  /// Puts a slot into a vacant place, or a new one.
  mutating func insert(_ slot: Slot) -> Node {
    var slot = slot
    guard let index = free.popLast() else {
      slots.append(slot)
      return Node(index: Int32(slots.count - 1), generation: 0)
    }
    slot.generation = slots[Int(index)].generation
    slots[Int(index)] = slot
    return Node(index: index, generation: slot.generation)
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
  mutating func remove(_ node: Node) -> Next {
    let slot = slots[node]
    if slot.phase != .cancelled { removeFromIndex(slot, node) }
    unlink(slot)
    vacate(node)
    paths.release(slot.path)
    guard let parent = slot.parent, slots[parent].firstChild == .none else { return .nothing }
    switch slots[parent].kind {
    case .cascade: return close(parent) ? .closed(parent) : .nothing
    case .sequence: return slots[parent].phase == .cancelled ? remove(parent) : .advance(parent)
    case .effect, .vacant: return .nothing
    }
  }

  /// Closes a cascade that has nothing left and that nobody holds.
  mutating func close(_ cascade: Node) -> Bool {
    guard slots[cascade].holds == 0, slots[cascade].firstChild == .none else { return false }
    vacate(cascade)
    return true
  }

  mutating func removeFromIndex(_ slot: Slot, _ node: Node) {
    guard !slot.ids.isEmpty || slot.path != .root else { return }
    index.remove(node, ids: slot.ids, path: slot.path, in: paths)
  }

  func node(at index: Int) -> Node {
    Node(index: Int32(index), generation: slots[index].generation)
  }

  private mutating func unlink(_ slot: Slot) {
    guard let parent = slot.parent else { return }
    if slot.previous == .none {
      slots[parent].firstChild = slot.next
    } else {
      slots[Int(slot.previous)].next = slot.next
    }
    if slot.next == .none {
      slots[parent].lastChild = slot.previous
    } else {
      slots[Int(slot.next)].previous = slot.previous
    }
  }

  private mutating func vacate(_ node: Node) {
    let generation = slots[node].generation &+ 1
    slots[node] = Slot(kind: .vacant, parent: nil, path: .root, ids: [], serial: 0)
    slots[node].generation = generation
    free.append(node.index)
  }
}
