/// Interns the feature paths that have effects: gives each a number, which is quick to compare and
/// to hash.
///
/// A feature path leads from the root feature to a feature below it. Used by the ledger, which
/// retains the path of each effect in flight, and read by `Walk`, the search for features that have
/// left the state. Owns the components of the paths. Do not release what `released` holds while the
/// table is being changed: a release may run user code.
///
/// Paths with the same parent are grouped by the operator that attaches them. A walk skips the
/// elements of a collection that have not changed, except those it must always visit, the *watched*
/// ones. A path is watched in three cases: it is *fresh* (an effect was entered there since the
/// last walk, and the same action may have removed the feature); a child below it is computed, or
/// is an object that can change without its collection changing; or a path below it is watched.
package struct PathTable {
  /// The number of an interned path, while the path is in use.
  package struct ID: Hashable, Sendable {
    let index: Int32
    /// The path of the outermost feature.
    package static let root = ID(index: 0)
  }

  /// The paths in use of the children that one operator attaches to one feature: a path for each
  /// element of a collection, or for each identity of any other child.
  struct Group {
    let step: FeatureStep
    fileprivate(set) var paths: [AnyID?: ID] = [:]
    fileprivate(set) var watched: Set<ID> = []
    /// The stamps of the collection at the last walk, which tell what may have changed since.
    fileprivate(set) var seen: CollectionChanges.Stamps?
  }

  /// The position of a group; valid until a path is added or removed.
  struct GroupID {
    let parent: ID
    let index: Int
  }

  struct Entry {
    fileprivate var component: PathComponent?
    fileprivate var parent: ID?
    /// How many ledger entries, throttles and paths directly below keep the path in the table.
    fileprivate var uses = 0
    fileprivate var groups: [Group] = []
    /// The number of groups below, at any depth, whose children are computed or objects.
    fileprivate var untracked = 0
    fileprivate var isFresh = false
  }

  private var entries = SlotTable(Entry())
  private var fresh: [ID] = []
  /// Components of paths that are no longer in use, which hold user-defined identities.
  ///
  /// Releasing a component runs user code, so the owner of the table takes the components when the
  /// table is not being changed.
  var released: [PathComponent] = []
  /// Changes whenever a path is added, removed or watched.
  private(set) var version = 0
  /// The number of paths below the root in use.
  package private(set) var count = 0

  /// Returns the number of the path one component below another, which is valid until `release`.
  mutating func intern(_ component: PathComponent, under parent: ID) -> ID {
    let group = group(component.step, below: parent)
    if let path = self[group].paths[component.element] {
      entries[path].uses += 1
      return path
    }
    retain(parent)
    let path = ID(index: entries.occupy(orAppend: Entry()))
    entries[path] = Entry(component: component, parent: parent, uses: 1)
    self[group].paths[component.element] = path
    count += 1
    version &+= 1
    return path
  }

  /// Adds one use of a path, which keeps it in the table.
  mutating func retain(_ path: ID) {
    if path != .root { entries[path].uses += 1 }
  }

  /// Takes back one use; a path without uses is removed, which takes back one of the path above it.
  mutating func release(_ path: ID) {
    var path = path
    while path != .root {
      entries[path].uses -= 1
      let entry = entries[path]
      guard entry.uses == 0, let parent = entry.parent, let component = entry.component else {
        return
      }
      // Not dropped here: dropping an identity can run user code, which must not happen while the
      // table is changing.
      if component.element != nil { released.append(component) }
      removeFromGroup(path, component)
      entries[path] = Entry()
      entries.vacate(path.index)
      count -= 1
      version &+= 1
      path = parent
    }
  }

  // MARK: - Groups

  subscript(group: GroupID) -> Group {
    get { entries[group.parent].groups[group.index] }
    _modify { yield &entries[group.parent].groups[group.index] }
  }

  /// The groups directly below a path.
  func groups(below path: ID) -> [Group] { entries[path].groups }

  /// The group of a step, which is added if there is none.
  private mutating func group(_ step: FeatureStep, below parent: ID) -> GroupID {
    if let group = existingGroup(step, below: parent) { return group }
    entries[parent].groups.append(Group(step: step))
    if !step.isStored { countUntracked(parent, 1) }
    return GroupID(parent: parent, index: entries[parent].groups.count - 1)
  }

  private func existingGroup(_ step: FeatureStep, below parent: ID) -> GroupID? {
    entries[parent].groups.firstIndex { $0.step == step }.map { GroupID(parent: parent, index: $0) }
  }

  private func group(of path: ID) -> GroupID? {
    guard let parent = entries[path].parent, let component = entries[path].component else {
      return nil
    }
    return existingGroup(component.step, below: parent)
  }

  private mutating func removeFromGroup(_ path: ID, _ component: PathComponent) {
    guard let group = group(of: path) else { return }
    self[group].paths[component.element] = nil
    self[group].watched.remove(path)
    if !self[group].paths.isEmpty { return }
    entries[group.parent].groups.remove(at: group.index)
    if !component.step.isStored { countUntracked(group.parent, -1) }
  }

  // MARK: - Watched paths

  /// Makes a path fresh, so that the next walk checks whether its feature is still present.
  mutating func refresh(_ path: ID) {
    var path = path
    // The loop ends at a fresh path: all paths above one are fresh, too.
    while let group = group(of: path), !entries[path].isFresh {
      entries[path].isFresh = true
      fresh.append(path)
      self[group].watched.insert(path)
      version &+= 1
      path = group.parent
    }
  }

  private mutating func countUntracked(_ path: ID, _ change: Int) {
    var path = path
    while let group = group(of: path) {
      entries[path].untracked += change
      updateWatch(path, in: group)
      path = group.parent
    }
  }

  private mutating func updateWatch(_ path: ID, in group: GroupID) {
    if entries[path].isFresh || entries[path].untracked > 0 {
      self[group].watched.insert(path)
    } else {
      self[group].watched.remove(path)
    }
  }

  /// Records the result of a walk, after which no path is fresh; does nothing if paths were added,
  /// removed or watched during the walk.
  mutating func record(_ found: Walk.Found) {
    guard found.version == version else { return }
    for (group, stamps) in found.seen { self[group].seen = stamps }
    for path in fresh {
      entries[path].isFresh = false
      if let group = group(of: path) { updateWatch(path, in: group) }
    }
    fresh = []
  }

  // MARK: - Questions

  func parent(of path: ID) -> ID? { entries[path].parent }

  func element(of path: ID) -> AnyID? { entries[path].component?.element }

  /// A path and its ancestors, without the root.
  func lineage(of path: ID) -> some Sequence<ID> {
    sequence(first: path) { entries[$0].parent }.prefix { $0 != .root }
  }

  /// The components of an interned path; empty if it is no longer in use.
  func components(of path: ID) -> [PathComponent] {
    var components: [PathComponent] = []
    var path = path
    while let parent = entries[path].parent, let component = entries[path].component {
      components.append(component)
      path = parent
    }
    return components.reversed()
  }
}

extension SlotTable<PathTable.Entry> {
  subscript(path: PathTable.ID) -> PathTable.Entry {
    get { self[path.index] }
    _modify { yield &self[path.index] }
  }
}
