/// The step from a feature to one of its children, with how to find the child's state.
///
/// Equal when made by the same operator in the same line and column for the same types, and when
/// the same key path or case leads to the child: a reducer that is built anew for each action makes
/// equal steps.
///
/// `@unchecked Sendable` is sound: all is immutable. The closures read states, key paths and
/// identities; they are called by the loop of a store only, which is on the main actor, as are all
/// reducers that make them.
package class FeatureStep: Hashable, @unchecked Sendable {
  let origin: SourceOrigin
  private let column: UInt
  private let parent: ObjectIdentifier
  private let child: ObjectIdentifier
  private let location: () -> AnyHashable?
  private let makeLabel: () -> String

  package init(
    name: @escaping () -> String, parent: any Any.Type, child: any Any.Type,
    origin: SourceOrigin, column: UInt, location: @escaping () -> AnyHashable? = { nil }
  ) {
    makeLabel = name
    self.parent = ObjectIdentifier(parent)
    self.child = ObjectIdentifier(child)
    self.origin = origin
    self.column = column
    self.location = location
  }

  /// What the child is called in descriptions.
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

  /// Whether the child is in a state of this type.
  func starts(in type: any Any.Type) -> Bool { parent == ObjectIdentifier(type) }
}

/// A step from a state of one type.
class ParentStep<Parent>: FeatureStep, @unchecked Sendable {
  /// Looks for the child in its parent's state, and goes on to what is in flight below it; false if
  /// there is no child.
  func search(in parent: Parent, _ path: PathTable.ID, _ removed: inout RemovedFeatures) -> Bool {
    preconditionFailure("ChildStep, the only subclass, overrides this method.")
  }
}

/// A step from a state of one type to one of another.
final class ChildStep<Parent, Child>: ParentStep<Parent>, @unchecked Sendable {
  private let look: (Parent, AnyID?, (Child) -> Void) -> Bool

  /// Makes a step; `look` calls its last argument with the child of this identity, and returns
  /// whether there is one.
  init(
    _ site: ChildSite,
    look: @escaping (_ parent: Parent, _ element: AnyID?, _ body: (Child) -> Void) -> Bool
  ) {
    self.look = look
    super.init(
      name: site.name, parent: Parent.self, child: Child.self, origin: site.origin,
      column: site.column, location: site.location)
  }

  override func search(
    in parent: Parent, _ path: PathTable.ID, _ removed: inout RemovedFeatures
  ) -> Bool {
    look(parent, removed.paths.element(of: path)) { removed.search($0, at: path) }
  }
}
