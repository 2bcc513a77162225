/// Finds the effects that a cancel reaches, among the entries of the ledger.
///
/// Used by the ledger, which owns it. An entry is an effect in flight, or a sequence of effects. It
/// is listed under each of its ids, at the path of the feature that gave the id and at every path
/// above that one, so a cancel in any of these features finds the entry with one look-up. An entry
/// of a feature below the root is also listed without an id, at its own path and at those above it
/// except the root, which is never removed, so that the removal of a feature finds all effects in
/// and below the feature.
struct CancelIndex {
  private struct Key: Hashable {
    let path: PathTable.ID
    let id: AnyID?
  }

  private var entries: [Key: Set<Ledger.Node>] = [:]
  /// Ids of removed keys, each of which may be the last reference to a value of the user's.
  ///
  /// Releasing an id may run user code, which may change the index again. So the owner of the index
  /// takes the ids and releases them when the index is not being changed.
  var released: [AnyID] = []

  /// The number of keys.
  var count: Int { entries.count }

  /// The entries listed under an id, or without one, at a path.
  func nodes(id: AnyID?, path: PathTable.ID) -> Set<Ledger.Node> {
    entries[Key(path: path, id: id)] ?? []
  }

  mutating func insert(
    _ node: Ledger.Node, ids: [CancelID], path: PathTable.ID, in paths: PathTable
  ) {
    forEachKey(ids: ids, path: path, in: paths) { entries, key in
      entries[key, default: []].insert(node)
    }
  }

  mutating func remove(
    _ node: Ledger.Node, ids: [CancelID], path: PathTable.ID, in paths: PathTable
  ) {
    var removedIDs: [AnyID] = []
    forEachKey(ids: ids, path: path, in: paths) { entries, key in
      guard let index = entries.index(forKey: key) else { return }
      entries.values[index].remove(node)
      if !entries.values[index].isEmpty { return }
      // The key holds the id of the first entry listed under it, which may have left long ago.
      if let id = entries.remove(at: index).key.id { removedIDs.append(id) }
    }
    released += removedIDs
  }

  private mutating func forEachKey(
    ids: [CancelID], path: PathTable.ID, in paths: PathTable,
    _ body: (inout [Key: Set<Ledger.Node>], Key) -> Void
  ) {
    for id in ids {
      var next: PathTable.ID? = id.path
      while let path = next {
        body(&entries, Key(path: path, id: id.id))
        next = paths.parent(of: path)
      }
    }
    var path = path
    while path != .root, let parent = paths.parent(of: path) {
      body(&entries, Key(path: path, id: nil))
      path = parent
    }
  }
}
