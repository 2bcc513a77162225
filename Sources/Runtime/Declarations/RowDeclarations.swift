/// What was declared for the elements of a collection.
@usableFromInline
final class RowDeclarations<ID: Hashable>: DeclarationNode {
  /// Of the elements that have declared something.
  fileprivate var nodes: [ID: DeclarationNode] = [:]
  /// The collection that was compared last.
  fileprivate var seen: (stamps: CollectionChanges.Stamps, count: Int)?
  /// Whether only a change of the collection can change what its elements declare.
  fileprivate var isSettled = true

  override func end(_ changes: inout DeclarationChanges, _ below: inout [DeclarationNode]) {
    let nodes = exchange(&nodes, with: [:])
    below += nodes.values
    changes.release(nodes)
  }
}

extension RowFeatures {
  /// What the elements declare, in the order of the collection; `remove` makes the action that
  /// removes an element.
  @usableFromInline func declarations(
    remove: ((ID) -> ParentAction)? = nil
  ) -> Declarations<Parent> {
    reduction.declarations.lifted { declaration(of: $0, remove) }
  }

  private func declaration(
    of row: Declaration<Rows.Element>, _ remove: ((ID) -> ParentAction)?
  ) -> Declaration<Parent> {
    Declaration(at: row.origin, mirrors: row.mirrors.map(mirrors)) { [self] parent, node, changes in
      if changes.depth >= DeclarationChanges.safeLevels,
        changes.isTooDeep(DeclarationChanges.maxDepth)
      {
        return leaveOut(row, in: parent, &node, &changes)
      }
      var isSettled = true
      changes.depth += 1
      let isPresent = rows.look(in: parent) { rows in
        isSettled = rows.look {
          compare($0, with: row, &node, &changes) { effect, id in
            let effect = embedded(effect, from: id)
            return remove.map { effect.dismissed(by: $0(id)) } ?? effect
          }
        }
      }
      changes.depth -= 1
      if !isPresent { changes.end(&node) }
      return isSettled && step.isPart
    }
  }

  /// Leaves out what the elements declare, because they lie too deep.
  private func leaveOut(
    _ row: Declaration<Rows.Element>, in parent: StateReference<Parent>,
    _ node: inout DeclarationNode?, _ changes: inout DeclarationChanges
  ) -> Bool {
    changes.end(&node)
    var isEmpty = true
    _ = rows.look(in: parent) { isEmpty = $0.look(\.isEmpty) }
    if !isEmpty { changes.leaveOut(Rows.Element.self, at: step, row.kind) }
    return step.isPart
  }

  /// How the mirrors of the elements are written.
  private func mirrors(of row: MirrorAccess<Rows.Element>) -> MirrorAccess<Parent> {
    let differ: MirrorAccess<Parent>.Differ = { [self] parent, node in
      let nodes = known(node).nodes
      var differ = false
      _ = rows.look(in: parent) { rows in
        differ = rows.look { rows in
          rows.storage.indices.contains { self.differ(rows, at: $0, nodes, row) }
        }
      }
      return differ
    }
    return MirrorAccess(differ: differ) { [self] parent, node, values in
      let nodes = known(node).nodes
      // A setter is called only if there is something to set.
      let mayWrite = unsafe withUnsafePointer(to: parent) {
        unsafe rows.isStored || differ(StateReference($0), node)
      }
      guard mayWrite else { return }
      _ = rows.change(&parent) { rows in
        for position in rows.storage.indices where self.differ(rows, at: position, nodes, row) {
          let id = rows.id(at: position)
          guard let node = nodes[id] else { continue }
          _ = rows.change(id: id) { row.write(&$0, node, values) }
        }
      }
    }
  }

  private func known(_ node: DeclarationNode) -> RowDeclarations<ID> {
    // Safe: the nodes of a collection are made below.
    unsafe unsafeDowncast(node, to: RowDeclarations<ID>.self)
  }

  /// Whether a mirror of an element differs from the value of its key.
  private func differ(
    _ rows: Rows, at position: Int, _ nodes: [ID: DeclarationNode],
    _ row: MirrorAccess<Rows.Element>
  ) -> Bool {
    guard let node = nodes[rows.id(at: position)] else { return false }
    return unsafe withUnsafePointer(to: rows.storage[position]) {
      unsafe row.differ(StateReference($0), node)
    }
  }

  private func compare(
    _ rows: Rows, with row: Declaration<Rows.Element>,
    _ node: inout DeclarationNode?, _ changes: inout DeclarationChanges,
    _ lift: (Effect<RowAction>, ID) -> Effect<ParentAction>
  ) -> Bool {
    if node == nil, rows.isEmpty { return true }
    // Safe: the nodes of a collection are made here.
    let known = node.map { unsafe unsafeDowncast($0, to: RowDeclarations<ID>.self) }
    let all = known ?? RowDeclarations<ID>()
    node = all
    if let changed = all.changedPositions(of: rows) {
      let (one, other) = changed.earlier
      if one >= 0, one < changed.added.lowerBound {
        compare(rows, at: one, with: row, all, &changes, lift)
      }
      if other > one, other < changed.added.lowerBound {
        compare(rows, at: other, with: row, all, &changes, lift)
      }
      for position in changed.added { compare(rows, at: position, with: row, all, &changes, lift) }
    } else {
      all.isSettled = true
      let known = all.nodes.count
      for position in rows.storage.indices {
        compare(rows, at: position, with: row, all, &changes, lift)
      }
      if known > 0 { all.removeAbsent(from: rows, &changes) }
    }
    all.seen = (rows.changes.stamps, rows.storage.count)
    return all.isSettled
  }

  private func compare(
    _ rows: Rows, at position: Int, with declaration: Declaration<Rows.Element>,
    _ all: RowDeclarations<ID>, _ changes: inout DeclarationChanges,
    _ lift: (Effect<RowAction>, ID) -> Effect<ParentAction>
  ) {
    let id = rows.id(at: position)
    let first = changes.count
    let known = all.nodes[id]
    var node = known
    let isSettled = unsafe withUnsafePointer(to: rows.storage[position]) {
      unsafe declaration.compare(StateReference($0), &node, &changes)
    }
    if !isSettled || !step.isPart { all.isSettled = false }
    if node !== known { all.nodes[id] = node }
    if changes.count > first {
      changes.lift(from: first) { lift($0, id) }
    }
  }
}

extension RowDeclarations {
  /// The positions of elements that may differ from those of the collection that was compared last,
  /// and of those that were appended; `nil` if any may.
  fileprivate func changedPositions(
    of rows: some FeatureCollection<ID, some Any>
  ) -> (earlier: (Int, Int), added: Range<Int>)? {
    guard isSettled, let seen, rows.changes.hasAllIDs(of: seen.stamps),
      let (one, other) = rows.changes.positions(differingFrom: seen.stamps)
    else { return nil }
    let added = seen.count..<rows.storage.count
    return ((min(one, other), max(one, other)), added)
  }

  /// Ends what was declared for elements that have left the collection.
  fileprivate func removeAbsent(
    from rows: some FeatureCollection<ID, some Any>, _ changes: inout DeclarationChanges
  ) {
    for id in nodes.keys.filter({ rows.index(id: $0) == nil }) {
      guard let index = nodes.index(forKey: id) else { continue }
      let removed = nodes.remove(at: index)
      var node: DeclarationNode? = removed.value
      changes.end(&node)
      changes.release(removed.key)
    }
  }
}
