/// Finds the entries of a ledger that a cancel reaches.
///
/// An entry is listed under each id at the path at which it was given and at every path above it,
/// so that a cancel in any feature above finds it by one look-up. Below the root it is also listed
/// under no id, at its own path and those above it, which is how the removal of a feature finds all
/// of its effects.
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
  /// Ids of keys that are not listed any more, where no entry may have the very same object.
  ///
  /// Releasing one calls code of the user's, so whoever owns the index takes them when it does not
  /// change.
  var released: [AnyID] = []

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

  mutating func insert(
    _ node: Ledger.Node, ids: [CancelID], path: PathTable.ID, in paths: PathTable
  ) {
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

  mutating func remove(
    _ node: Ledger.Node, ids: [CancelID], path: PathTable.ID, in paths: PathTable
  ) {
    var released: [AnyID] = []
    forEachKey(ids: ids, path: path, in: paths) { entries, key in
      switch entries[key] {
      case nil: break
      case .one(let other): if other == node { entries[key] = nil }
      case .many(var nodes):
        entries[key] = .many([])
        nodes.remove(node)
        nodes.shrinkIfSparse()
        if !nodes.isEmpty {
          entries[key] = .many(nodes)
        } else if let index = entries.index(forKey: key) {
          // The id in the key is that of the first entry, which may have left long ago.
          if let id = entries.remove(at: index).key.id { released.append(id) }
        }
      }
    }
    entries.shrinkIfSparse()
    self.released += released
  }

  private mutating func forEachKey(
    ids: [CancelID], path: PathTable.ID, in paths: PathTable,
    _ body: (inout [Key: Entries], Key) -> Void
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

/// An id by which an effect can be cancelled, with the feature that gave it.
///
/// That may be a feature above the one that returned the effect. A cancel in a feature means only
/// what was given its id there or below.
package struct CancelID: Hashable, Sendable {
  package let id: AnyID
  /// Where the id was given: the feature of the effect, or one above it.
  package let path: PathTable.ID

  package init(_ id: AnyID, at path: PathTable.ID) {
    self.id = id
    self.path = path
  }
}
