/// The step from a feature to one of its children, which finds the child's state.
///
/// Two steps are equal if the same operator made them at the same line and column for the same
/// types, and the same key path or case leads to the child: a reducer that is rebuilt for each
/// action makes equal steps.
///
/// `@unchecked Sendable` is sound: it is immutable. The closures read states, key paths and
/// identities; only the loop of a store calls them, which is on the main actor, like all reducers
/// that make them.
package class FeatureStep: Hashable, @unchecked Sendable {
  let origin: SourceOrigin
  private let column: UInt
  private let parent: ObjectIdentifier
  private let child: ObjectIdentifier
  private let location: () -> AnyHashable?
  /// Whether the child's state is a stored part of its parent's and not an object, so that the
  /// parent sees each of its changes.
  let isPart: Bool
  private let makeLabel: () -> String

  package init(
    name: @escaping () -> String, parent: any Any.Type, child: any Any.Type,
    origin: SourceOrigin, column: UInt, isPart: Bool = false,
    location: @escaping () -> AnyHashable? = { nil }
  ) {
    makeLabel = name
    self.parent = ObjectIdentifier(parent)
    self.child = ObjectIdentifier(child)
    self.origin = origin
    self.column = column
    self.isPart = isPart && TypeShape(of: child) != .polymorphic
    self.location = location
  }

  /// The name of the child in descriptions.
  package var label: String { makeLabel() }

  package static func == (lhs: FeatureStep, rhs: FeatureStep) -> Bool {
    lhs === rhs
      || (lhs.origin == rhs.origin && lhs.column == rhs.column && lhs.parent == rhs.parent
        && lhs.child == rhs.child && lhs.location() == rhs.location())
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(origin.line)
    hasher.combine(column)
  }

  /// Whether the step starts in a state of this type.
  func starts(in type: any Any.Type) -> Bool { parent == ObjectIdentifier(type) }
}

/// A step from a state of one type.
class ParentStep<Parent>: FeatureStep, @unchecked Sendable {
  /// Searches the parent's state for the children whose paths are in a group, and what is in flight
  /// below them; returns whether all of them are settled.
  func search(
    in parent: Parent, _ group: PathTable.GroupID, _ search: inout RemovedFeatures
  ) -> Bool {
    preconditionFailure("The subclasses override this method.")
  }
}

/// A step from a state of one type to a child of another.
final class ChildStep<Parent, Child>: ParentStep<Parent>, @unchecked Sendable {
  private let look: (Parent, AnyID?, (Child) -> Void) -> Bool

  /// Makes a step; `look` calls its last argument with the child of this identity, and returns
  /// whether there is one.
  init(
    _ site: ChildSite, isPart: Bool = false,
    look: @escaping (_ parent: Parent, _ element: AnyID?, _ body: (Child) -> Void) -> Bool
  ) {
    self.look = look
    super.init(
      name: site.name, parent: Parent.self, child: Child.self, origin: site.origin,
      column: site.column, isPart: isPart, location: site.location)
  }

  override func search(
    in parent: Parent, _ group: PathTable.GroupID, _ search: inout RemovedFeatures
  ) -> Bool {
    // Nothing tells whether such a child has changed, but there is only one.
    let areSettled = search.find(group, settled: false) { find($0, in: parent, &$1) }
    return search.find(group, settled: true) { find($0, in: parent, &$1) } && areSettled
  }

  private func find(
    _ path: PathTable.ID, in parent: Parent, _ search: inout RemovedFeatures
  ) -> Bool {
    var isSettled = false
    let isPresent = look(parent, search.paths.element(of: path)) {
      isSettled = search.search($0, at: path)
    }
    search.record(path, isPresent: isPresent, isSettled: isSettled)
    return isSettled
  }
}
