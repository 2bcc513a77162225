/// One step down the tree of features: which child, and which element of it.
package struct PathComponent: Hashable, Sendable, CustomStringConvertible {
  /// What the step is called in descriptions.
  package let label: String
  /// Tells children apart that stand at different places in one body.
  package let position: Int
  /// The identity of the element in a collection, or of an optional child that has one.
  package let element: AnyID?

  package init(label: String, position: Int, element: AnyID? = nil) {
    self.label = label
    self.position = position
    self.element = element
  }

  package var description: String {
    element.map { "\(label)[\($0)]" } ?? label
  }
}

/// Gives the paths that are in use short names, which are quick to compare and to hash.
package struct PathTable {
  /// The short name of a path.
  package struct ID: Hashable, Sendable {
    let index: Int32
    /// The path of the outermost feature.
    package static let root = ID(index: 0)
  }

  private struct Entry {
    var component: PathComponent?
    var parent: ID?
    var uses = 0
  }

  private struct Step: Hashable {
    let parent: ID
    let component: PathComponent
  }

  private var entries = [Entry()]
  private var steps: [Step: ID] = [:]
  private var free: [ID] = []

  /// How many paths below the root are in use.
  package var count: Int { steps.count }

  /// The name of the path one component below another; it stays valid until given back by `release`.
  mutating func intern(_ component: PathComponent, under parent: ID) -> ID {
    let step = Step(parent: parent, component: component)
    if let path = steps[step] {
      entries[Int(path.index)].uses += 1
      return path
    }
    retain(parent)
    let entry = Entry(component: component, parent: parent, uses: 1)
    let path = free.popLast() ?? ID(index: Int32(entries.count))
    if Int(path.index) == entries.count { entries.append(entry) }
    entries[Int(path.index)] = entry
    steps[step] = path
    return path
  }

  mutating func retain(_ path: ID) {
    if path != .root { entries[Int(path.index)].uses += 1 }
  }

  mutating func release(_ path: ID) {
    guard path != .root else { return }
    entries[Int(path.index)].uses -= 1
    let entry = entries[Int(path.index)]
    guard entry.uses == 0, let parent = entry.parent, let component = entry.component else {
      return
    }
    steps[Step(parent: parent, component: component)] = nil
    entries[Int(path.index)] = Entry()
    free.append(path)
    release(parent)
  }

  func parent(of path: ID) -> ID? { entries[Int(path.index)].parent }

  func components(of path: ID) -> [PathComponent] {
    let entry = entries[Int(path.index)]
    guard let parent = entry.parent, let component = entry.component else { return [] }
    return components(of: parent) + [component]
  }
}
