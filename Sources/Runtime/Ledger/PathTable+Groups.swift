// The paths directly below a path are grouped by step. Each group keeps them in two lists.
//
// A path is *settled* if its feature was found, and if only a change of a collection that contains
// it can remove it or a feature below it. All ancestors of an unsettled path are unsettled too, so
// that the search reaches it.

extension PathTable {
  /// The identity of a group.
  struct GroupID: Hashable {
    let index: Int32
  }

  /// The paths in use to which one step leads from one path: one for each element of a collection,
  /// one for each identity of any other child.
  struct Group {
    let step: FeatureStep?
    let parent: ID
    fileprivate var previous: GroupID?
    fileprivate var next: GroupID?
    fileprivate var firstSettled: ID?
    fileprivate var firstUnsettled: ID?
    /// The number of its paths with groups below them.
    fileprivate(set) var branches = 0
    /// The stamps of the collection in which the search found the settled paths.
    fileprivate(set) var seen: CollectionChanges.Stamps?

    /// Makes a vacant group.
    fileprivate init() {
      step = nil
      parent = .root
    }

    fileprivate init(_ step: FeatureStep, below parent: ID, before next: GroupID?) {
      self.step = step
      self.parent = parent
      self.next = next
    }

    fileprivate subscript(first isSettled: Bool) -> ID? {
      get { isSettled ? firstSettled : firstUnsettled }
      set { if isSettled { firstSettled = newValue } else { firstUnsettled = newValue } }
    }
  }

  /// The position of a path in its group, and the groups below it.
  struct Links {
    fileprivate var group = GroupID(index: -1)
    fileprivate var previous: ID?
    fileprivate var next: ID?
    fileprivate var isSettled = false
    /// The first group below the path.
    fileprivate var firstGroup: GroupID?
  }

  /// All groups of a table.
  struct Groups {
    private struct Key: Hashable {
      let parent: ID
      let step: FeatureStep
    }

    private var groups = SlotTable<Group>()
    private var index: [Key: GroupID] = [:]

    subscript(group: GroupID) -> Group {
      get { groups[group.index] }
      _modify { yield &groups[group.index] }
    }

    fileprivate func group(_ step: FeatureStep, below parent: ID) -> GroupID? {
      index[Key(parent: parent, step: step)]
    }

    fileprivate mutating func add(
      _ step: FeatureStep, below parent: ID, before next: GroupID?
    ) -> GroupID {
      let group = GroupID(index: groups.occupy(orAppend: Group()))
      self[group] = Group(step, below: parent, before: next)
      if let next { self[next].previous = group }
      index[Key(parent: parent, step: step)] = group
      return group
    }

    fileprivate mutating func remove(_ group: GroupID) {
      let removed = self[group]
      if let next = removed.next { self[next].previous = removed.previous }
      if let previous = removed.previous { self[previous].next = removed.next }
      if let step = removed.step { index[Key(parent: removed.parent, step: step)] = nil }
      self[group] = Group()
      groups.vacate(group.index)
    }
  }

  // MARK: - Changes

  mutating func addToGroup(_ path: ID, _ step: FeatureStep, below parent: ID) {
    let group = groups.group(step, below: parent) ?? addGroup(step, below: parent)
    entries[path].links.group = group
    link(path)
    var above = parent
    while above != .root, entries[above].links.isSettled, let next = self.parent(of: above) {
      setSettled(above, false)
      above = next
    }
  }

  mutating func removeFromGroup(_ path: ID) {
    unlink(path)
    let group = entries[path].links.group
    if groups[group].firstSettled != nil || groups[group].firstUnsettled != nil { return }
    let parent = groups[group].parent
    if entries[parent].links.firstGroup == group {
      entries[parent].links.firstGroup = groups[group].next
      if groups[group].next == nil { countBranch(parent, -1) }
    }
    groups.remove(group)
  }

  mutating func setSettled(_ path: ID, _ isSettled: Bool) {
    unlink(path)
    entries[path].links.isSettled = isSettled
    link(path)
  }

  mutating func setSeen(_ stamps: CollectionChanges.Stamps, in group: GroupID) {
    groups[group].seen = stamps
  }

  private mutating func addGroup(_ step: FeatureStep, below parent: ID) -> GroupID {
    let first = entries[parent].links.firstGroup
    if first == nil { countBranch(parent, 1) }
    let group = groups.add(step, below: parent, before: first)
    entries[parent].links.firstGroup = group
    return group
  }

  private mutating func countBranch(_ path: ID, _ change: Int) {
    if path != .root { groups[entries[path].links.group].branches += change }
  }

  private mutating func link(_ path: ID) {
    let links = entries[path].links
    let first = groups[links.group][first: links.isSettled]
    entries[path].links.previous = nil
    entries[path].links.next = first
    if let first { entries[first].links.previous = path }
    groups[links.group][first: links.isSettled] = path
  }

  private mutating func unlink(_ path: ID) {
    let links = entries[path].links
    if let next = links.next { entries[next].links.previous = links.previous }
    if let previous = links.previous {
      entries[previous].links.next = links.next
    } else {
      groups[links.group][first: links.isSettled] = links.next
    }
  }

  // MARK: - Questions

  func firstGroup(below path: ID) -> GroupID? { entries[path].links.firstGroup }

  func group(after group: GroupID) -> GroupID? { groups[group].next }

  func isSettled(_ path: ID) -> Bool { entries[path].links.isSettled }

  func firstPath(in group: GroupID, settled isSettled: Bool) -> ID? {
    groups[group][first: isSettled]
  }

  /// The path after this one in its list.
  func path(after path: ID) -> ID? { entries[path].links.next }
}
