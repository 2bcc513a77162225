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
  /// Whether every comparison covers all elements, because what they declare can change without a
  /// change of the collection: by a computed child, an object, or a condition that reads a shared
  /// key.
  fileprivate var comparesAll = false

  override func end(_ changes: inout DeclarationChanges) {
    for node in nodes.values { node.end(&changes) }
    changes.release(exchange(&nodes, with: [:]))
  }
}

extension RowFeatures {
  /// The declarations of all elements, in the order of the collection; `present` makes an effect
  /// one of a presented element.
  ///
  /// Fields that elements keep in shared keys are only reported: an element may be absent.
  @usableFromInline func declarations(
    present: @escaping (Effect<ParentAction>, ID) -> Effect<ParentAction> = { effect, _ in effect }
  ) -> Declarations<Parent> {
    Declarations(
      subscriptions: reduction.declarations.subscriptions.map { declaration(of: $0, present) },
      kept: reduction.declarations.kept?.absent(at: step))
  }

  private func declaration(
    of row: Declaration<Rows.Element>,
    _ present: @escaping (Effect<ParentAction>, ID) -> Effect<ParentAction>
  ) -> Declaration<Parent> {
    Declaration(at: row.origin) { [self] parent, node, changes in
      let isPresent = rows.read(parent) { rows in
        compare(rows, with: row, &node, &changes) { effect, id in
          present(embedded(effect, from: id), id)
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
    let collection = node as? RowDeclarations<ID> ?? RowDeclarations<ID>()
    node = collection
    let reads = changes.reads?.count
    // Collections around this one share the flag: it is cleared to learn what these rows set, and
    // combined below.
    let hadSeenUntracked = exchange(&changes.sawUntracked, with: false)
    func compareRow(at position: Int) {
      compare(rows, at: position, with: row, collection, &changes, lift)
    }
    if !collection.forEachChanged(of: rows, compareRow) {
      collection.comparesAll = false
      let hadNodes = !collection.nodes.isEmpty
      for position in rows.storage.indices { compareRow(at: position) }
      if hadNodes { collection.removeAbsent(from: rows, &changes) }
    }
    // A condition that has read a shared key may change its result although no element changes.
    if changes.sawUntracked || !step.isStored || changes.reads?.count != reads {
      collection.comparesAll = true
    }
    changes.sawUntracked = hadSeenUntracked || collection.comparesAll
    collection.seen = (rows.changes.stamps, rows.storage.count)
  }

  private func compare(
    _ rows: Rows, at position: Int, with declaration: Declaration<Rows.Element>,
    _ collection: RowDeclarations<ID>, _ changes: inout DeclarationChanges,
    _ lift: (Effect<RowAction>, ID) -> Effect<ParentAction>
  ) {
    let id = rows.id(at: position)
    let first = changes.count
    let known = collection.nodes[id]
    var node = known
    declaration.compare(rows.storage[position], &node, &changes)
    if node !== known { collection.nodes[id] = node }
    if changes.count > first {
      changes.lift(from: first) { lift($0, id) }
    }
  }
}

extension RowDeclarations {
  /// Passes the positions of the elements that may have changed since the last comparison, in
  /// order; returns false, and passes none, if any may have changed.
  fileprivate func forEachChanged(
    of rows: some FeatureCollection<ID, some Any>, _ body: (Int) -> Void
  ) -> Bool {
    // Of the elements compared before, the stamps name at most two; a negative position is none.
    guard !comparesAll, let seen, rows.changes.hasAllIDs(of: seen.stamps),
      let (one, other) = rows.changes.positions(differingFrom: seen.stamps)
    else { return false }
    let compared = 0..<seen.count
    if compared.contains(min(one, other)) { body(min(one, other)) }
    if one != other, compared.contains(max(one, other)) { body(max(one, other)) }
    for position in seen.count..<rows.storage.count { body(position) }
    return true
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
