/// One step down the tree of features: a child and, in a collection, its element.
package struct PathComponent: Hashable, Sendable, CustomStringConvertible {
  /// The position of the child in the body of its parent.
  package let step: FeatureStep
  /// The identity of the element in a collection, or of an optional child that has one.
  package let element: AnyID?

  package init(_ step: FeatureStep, element: AnyID? = nil) {
    self.step = step
    self.element = element
  }

  package var description: String {
    element.map { "\(step.label)[\($0)]" } ?? step.label
  }
}

/// Interns the paths in use, so that they are quick to compare and to hash.
///
/// For the search for removed features, it also groups the paths below each path.
package struct PathTable {
  /// An interned path.
  package struct ID: Hashable, Sendable {
    let index: Int32
    /// The path of the outermost feature.
    package static let root = ID(index: 0)
  }

  struct Entry {
    fileprivate var component: PathComponent?
    fileprivate var parent: ID?
    fileprivate var uses = 0
    /// The path's links in its group.
    var links = Links()
  }

  private struct Step: Hashable {
    let parent: ID
    let component: PathComponent
  }

  var entries = SlotTable(Entry())
  var groups = Groups()
  private var steps: [Step: ID] = [:]
  /// Components that no path has any more, which hold user-defined identities.
  ///
  /// Releasing one runs user code, so the owner of the table takes them when it is not being
  /// changed.
  var released: [PathComponent] = []
  /// Changes whenever a path is added or removed.
  private(set) var version = 0

  /// The number of paths below the root in use.
  package var count: Int { steps.count }

  /// Interns the path one component below another; it stays valid until `release`.
  mutating func intern(_ component: PathComponent, under parent: ID) -> ID {
    let step = Step(parent: parent, component: component)
    if let path = steps[step] {
      entries[path].uses += 1
      return path
    }
    retain(parent)
    let path = ID(index: entries.occupy(orAppend: Entry()))
    entries[path] = Entry(component: component, parent: parent, uses: 1)
    steps[step] = path
    version &+= 1
    addToGroup(path, component.step, below: parent)
    return path
  }

  mutating func retain(_ path: ID) {
    if path != .root { entries[path].uses += 1 }
  }

  mutating func release(_ path: ID) {
    var path = path
    while path != .root {
      entries[path].uses -= 1
      let entry = entries[path]
      guard entry.uses == 0, let parent = entry.parent, let component = entry.component else {
        return
      }
      removeFromGroup(path)
      if component.element != nil { released.append(component) }
      steps[Step(parent: parent, component: component)] = nil
      entries[path] = Entry()
      entries.vacate(path.index)
      version &+= 1
      path = parent
    }
  }

  // MARK: - Questions

  func parent(of path: ID) -> ID? { entries[path].parent }

  func element(of path: ID) -> AnyID? { entries[path].component?.element }

  /// The path of an element, if it is in use.
  func path(of element: AnyID, in group: GroupID) -> ID? {
    let group = groups[group]
    guard let step = group.step else { return nil }
    return steps[Step(parent: group.parent, component: PathComponent(step, element: element))]
  }

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
