/// Finds the entries of a ledger that a cancel reaches.
///
/// An entry is listed under its ids at its own path and at every path above it, so that a cancel in any
/// feature above finds it by one look-up. Below the root it is also listed under no id, which is how the
/// removal of a feature finds all of its effects.
struct CancelIndex {
  private struct Key: Hashable {
    let path: PathTable.ID
    let id: AnyID?
  }

  /// One entry is by far the most frequent case, and needs no allocation.
  private enum Entries {
    case one(Ledger.Node)
    case many(Set<Ledger.Node>)
  }

  private var entries: [Key: Entries] = [:]

  /// How many keys it has.
  var count: Int { entries.count }

  /// The entries listed, in no particular order.
  func nodes(id: AnyID?, path: PathTable.ID) -> [Ledger.Node] {
    switch entries[Key(path: path, id: id)] {
    case nil: []
    case .one(let node): [node]
    case .many(let nodes): Array(nodes)
    }
  }

  mutating func insert(_ node: Ledger.Node, ids: [AnyID], path: PathTable.ID, in paths: PathTable) {
    forEachKey(ids: ids, path: path, in: paths) { entries, key in
      switch entries[key] {
      case nil: entries[key] = .one(node)
      case .one(let other): entries[key] = .many([other, node])
      case .many(var nodes):
        entries[key] = .many([])
        nodes.insert(node)
        entries[key] = .many(nodes)
      }
    }
  }

  mutating func remove(_ node: Ledger.Node, ids: [AnyID], path: PathTable.ID, in paths: PathTable) {
    forEachKey(ids: ids, path: path, in: paths) { entries, key in
      switch entries[key] {
      case nil: break
      case .one(let other): if other == node { entries[key] = nil }
      case .many(var nodes):
        entries[key] = .many([])
        nodes.remove(node)
        entries[key] = nodes.isEmpty ? nil : .many(nodes)
      }
    }
  }

  private mutating func forEachKey(
    ids: [AnyID], path: PathTable.ID, in paths: PathTable,
    _ body: (inout [Key: Entries], Key) -> Void
  ) {
    var next: PathTable.ID? = path
    while let path = next {
      for id in ids { body(&entries, Key(path: path, id: id)) }
      if path != .root { body(&entries, Key(path: path, id: nil)) }
      next = paths.parent(of: path)
    }
  }
}
