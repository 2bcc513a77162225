/// An index of the ledger entries that a cancel reaches.
///
/// An entry is listed under each of its ids, at the path that gave the id and at every path above
/// it, so a cancel in any feature above finds it with one look-up. Below the root it is also listed
/// without an id, at its own path and those above it: that is how the removal of a feature finds
/// all its effects.
struct CancelIndex {
  private struct Key: Hashable {
    let path: PathTable.ID
    let id: AnyID?
  }

  private var entries: [Key: Set<Ledger.Node>] = [:]
  /// Ids of keys that are no longer listed, which may be the last references to them.
  ///
  /// Releasing one runs user code, so the owner of the index takes them when it is not being
  /// changed.
  var released: [AnyID] = []

  /// The number of keys.
  var count: Int { entries.count }

  /// The entries listed.
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
    var released: [AnyID] = []
    forEachKey(ids: ids, path: path, in: paths) { entries, key in
      guard let index = entries.index(forKey: key) else { return }
      entries.values[index].remove(node)
      if !entries.values[index].isEmpty { return }
      // The key holds the id of its first entry, which may have left long ago.
      if let id = entries.remove(at: index).key.id { released.append(id) }
    }
    self.released += released
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
