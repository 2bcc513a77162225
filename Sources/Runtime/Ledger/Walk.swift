// The rule: when a child leaves the state of its parent, its effects and the effects of the
// features below it are cancelled before the next action is reduced.
//
// `Core.reduce` calls `cancelRemoved` after each action if an effect below the root is in flight.
// `cancelRemoved` walks the state along the paths of the features that have effects. The operators
// (`ChildFeature`, `RowFeatures`) lead the walk from a parent to its child, or to its *rows*, the
// elements of a collection. `Walk` decides which features have left. All effects that the ledger
// lists at or below the paths of these features are cancelled.

extension EffectRegistry {
  /// Cancels everything in flight in features that were removed from the state and in those below
  /// them.
  func cancelRemoved<State>(in state: State) {
    // The record of a throttle keeps the path of its feature in use; it is forgotten once the time
    // in which the throttle holds effects back has passed.
    if !throttles.isEmpty { throttles.forgetPastBelowRoot() }
    var isWalking = true
    while isWalking {
      let found = Walk.through(state, ledger.paths)
      ledger.paths.record(found)
      if !found.left.isEmpty {
        throttles.remove(found.left, in: ledger.paths)
        // All paths in one call: between two calls, a cancellation handler could change which
        // features the remaining paths mean.
        carryOut(ledger.cancelAll(at: found.left), .removal)
      }
      // A cancel makes the next part of a sequence due, whose feature may have been removed, too.
      isWalking = !due.isEmpty && !isEntering
      if isWalking { enterDue() }
    }
    releaseUnused()
  }
}

/// Walks through a state along the paths of features that have effects, and finds the features that
/// have left the state.
///
/// Used by `cancelRemoved`; the steps of operators call it back. Owns a copy of the table of paths,
/// because the walk runs user code (getters and the `==` of ids), which may change the table. Do
/// not keep a walk: as long as it exists, each change of the table copies the whole table.
///
/// A collection has stamps, numbers that tell which elements may have changed since the last walk.
/// Without them, an action of one row would take time for each row with an effect. Recurses once
/// for each level of state.
struct Walk {
  /// The result of a walk.
  struct Found {
    /// The paths of the features that are not in the state, without the paths below these.
    fileprivate(set) var left: [PathTable.ID] = []
    /// The new stamps of the collections that have changed since the last walk.
    fileprivate(set) var seen: [(PathTable.GroupID, CollectionChanges.Stamps)] = []
    /// The version of the table that was walked.
    let version: Int
  }

  private let paths: PathTable
  private var found: Found

  static func through<State>(_ state: State, _ paths: PathTable) -> Found {
    var walk = Walk(paths: paths, found: Found(version: paths.version))
    walk.children(of: state, at: .root)
    return walk.found
  }

  /// Walks the children of a feature.
  private mutating func children<State>(of state: State, at path: PathTable.ID) {
    for (index, group) in paths.groups(below: path).enumerated() {
      // The types differ if a reducer was called directly, without an operator: then the effects of
      // its children have paths below a feature that does not own these children. Whether such a
      // child has left cannot be told.
      guard let walk = group.step.walk as? ChildVisitor<State> else { continue }
      walk.visit(state, PathTable.GroupID(parent: path, index: index), &self)
    }
  }

  /// Walks a single child; the paths of all other identities of the child have left.
  ///
  /// `read` calls its argument with the child if the child is present. Nothing tells whether the
  /// child has changed, so it is always checked, which is cheap for only one.
  mutating func child<Child>(
    in group: PathTable.GroupID, identity: ((Child) -> AnyID)?,
    read: (_ body: (Child) -> Void) -> Bool
  ) {
    let paths = paths[group].paths
    var present: PathTable.ID?
    _ = read { child in
      for (known, path) in paths where known == nil || known == identity?(child) {
        present = path
        children(of: child, at: path)
      }
    }
    found.left += paths.values.filter { $0 != present }
  }

  /// Walks the rows that may have left, and those that may have changed.
  mutating func rows<Rows: FeatureCollection>(_ rows: Rows, in group: PathTable.GroupID)
  where Rows.ID: Sendable {
    for path in candidates(in: group, rows) {
      if let id = paths.element(of: path)?.cast(to: Rows.ID.self),
        let position = rows.index(id: id)
      {
        children(of: rows.storage[position], at: path)
      } else {
        found.left.append(path)
      }
    }
    let stamps = rows.changes.stamps
    if stamps != paths[group].seen { found.seen.append((group, stamps)) }
  }

  /// The paths of the rows to check: all of them, unless the stamps tell which can be skipped.
  private func candidates<Rows: FeatureCollection>(
    in group: PathTable.GroupID, _ rows: Rows
  ) -> some Sequence<PathTable.ID> where Rows.ID: Sendable {
    let group = paths[group]
    guard let seen = group.seen, rows.changes.hasAllIDs(of: seen), !Rows.hasObjects else {
      return Set(group.paths.values)
    }
    var candidates = group.watched
    let areParents = { (path: PathTable.ID) in !paths.groups(below: path).isEmpty }
    guard let positions = rows.changes.positions(differingFrom: seen) else {
      return candidates.union(group.paths.values.filter(areParents))
    }
    for position in [positions.0, positions.1] where rows.storage.indices.contains(position) {
      let path = group.paths[AnyID(rows.id(at: position))]
      if let path, areParents(path) { candidates.insert(path) }
    }
    return candidates
  }
}

extension FeatureCollection {
  /// Whether the elements are objects, which can change without a change of the collection.
  fileprivate static var hasObjects: Bool { TypeShape(of: Element.self) == .polymorphic }
}
