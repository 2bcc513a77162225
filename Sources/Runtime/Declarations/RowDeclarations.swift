/// Records which subscriptions the elements (rows) of a collection have declared, so that they are
/// stopped when the state no longer declares them.
///
/// A *subscription* is an effect that runs as long as the state declares it. `forEach` declares the
/// subscriptions of its rows with the extension below. The store compares after each action; the
/// *stamps* of the collection, numbers for its last changes, tell which rows need not be compared
/// again.
@usableFromInline
final class RowDeclarations<ID: Hashable>: DeclarationNode {
  /// The nodes of the elements that have declared something: what each of them has declared.
  fileprivate var nodes: [ID: DeclarationNode] = [:]
  /// The stamps and the count of the collection that was compared last.
  fileprivate var seen: (stamps: CollectionChanges.Stamps, count: Int)?
  /// Whether what the elements declare can change although the collection does not; then all of
  /// them are compared each time.
  fileprivate var isUntracked = false

  override func end(_ changes: inout DeclarationChanges) {
    for node in nodes.values { node.end(&changes) }
    changes.release(exchange(&nodes, with: [:]))
  }
}

extension RowFeatures {
  /// The declarations of all elements, in the order of the collection; `remove` makes the action
  /// that removes an element, for an effect that dismisses its feature.
  ///
  /// Fields that elements keep in shared keys are only reported: an element may be absent.
  @usableFromInline func declarations(
    remove: ((ID) -> ParentAction)? = nil
  ) -> Declarations<Parent> {
    Declarations(
      subscriptions: reduction.declarations.subscriptions.map { declaration(of: $0, remove) },
      kept: reduction.declarations.kept?.absent(at: step))
  }

  private func declaration(
    of row: Declaration<Rows.Element>, _ remove: ((ID) -> ParentAction)?
  ) -> Declaration<Parent> {
    Declaration(at: row.origin) { [self] parent, node, changes in
      let isPresent = rows.read(parent) { rows in
        compare(rows, with: row, &node, &changes) { effect, id in
          let effect = embedded(effect, from: id)
          return remove.map { effect.dismissed(by: $0(id)) } ?? effect
        }
      }
      if !isPresent { changes.end(&node) }
      if !step.isStored { changes.sawUntracked = true }
    }
  }

  /// Compares the rows that may have changed since the last time, or all rows if the stamps do not
  /// tell; `lift` embeds the effect of a row in the parent.
  private func compare(
    _ rows: Rows, with row: Declaration<Rows.Element>,
    _ node: inout DeclarationNode?, _ changes: inout DeclarationChanges,
    _ lift: (Effect<RowAction>, ID) -> Effect<ParentAction>
  ) {
    if node == nil, rows.isEmpty { return }
    // Only this method makes a node for this declaration, so it has this type.
    let all = node as? RowDeclarations<ID> ?? RowDeclarations<ID>()
    node = all
    let reads = changes.reads?.count
    // Cleared, to see what only these rows set; set below for the collections around them.
    let hadSeenUntracked = exchange(&changes.sawUntracked, with: false)
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
      all.isUntracked = false
      let known = all.nodes.count
      for position in rows.storage.indices {
        compare(rows, at: position, with: row, all, &changes, lift)
      }
      if known > 0 { all.removeAbsent(from: rows, &changes) }
    }
    // A condition that has read a shared key may change its result although no element changes.
    if changes.sawUntracked || !step.isStored || changes.reads?.count != reads {
      all.isUntracked = true
    }
    changes.sawUntracked = hadSeenUntracked || all.isUntracked
    all.seen = (rows.changes.stamps, rows.storage.count)
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
    declaration.compare(rows.storage[position], &node, &changes)
    if node !== known { all.nodes[id] = node }
    if changes.count > first {
      changes.lift(from: first) { lift($0, id) }
    }
  }
}

extension RowDeclarations {
  /// Returns the positions of the elements that may have changed since the last comparison (up to
  /// two, negative for none), and of those that were appended; `nil` if any may have changed.
  fileprivate func changedPositions(
    of rows: some FeatureCollection<ID, some Any>
  ) -> (earlier: (Int, Int), added: Range<Int>)? {
    guard !isUntracked, let seen, rows.changes.hasAllIDs(of: seen.stamps),
      let (one, other) = rows.changes.positions(differingFrom: seen.stamps)
    else { return nil }
    let added = seen.count..<rows.storage.count
    return ((min(one, other), max(one, other)), added)
  }

  /// Stops the subscriptions of elements that have left the collection.
  fileprivate func removeAbsent(
    from rows: some FeatureCollection<ID, some Any>, _ changes: inout DeclarationChanges
  ) {
    for id in nodes.keys.filter({ rows.index(id: $0) == nil }) {
      guard let index = nodes.index(forKey: id) else { continue }
      let removed = nodes.remove(at: index)
      removed.value.end(&changes)
      changes.release(removed.key)
    }
  }
}
