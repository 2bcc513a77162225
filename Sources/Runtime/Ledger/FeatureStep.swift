/// One step of a feature path: leads from a feature to a child that an operator, such as `Scope` or
/// `forEach`, attaches to it.
///
/// Used by the operator, which makes the step, and by the paths of the child's effects. Owns the
/// closure that leads a `Walk`, the search for features that have left the state, from the parent
/// to the child. Do not pass the closure the state of another parent.
///
/// Two steps are equal if the same operator made them at the same line and column for the same
/// types, and the same key path or case leads to the child: a reducer that is rebuilt for each
/// action makes equal steps.
///
/// `@unchecked Sendable` is sound: a step is immutable. Its closures read states, key paths and
/// identities; only the loop of a store calls the closures, on the main actor, where all reducers
/// that make steps run, too.
package final class FeatureStep: Hashable, @unchecked Sendable {
  let origin: SourceOrigin
  private let column: UInt
  private let parent: ObjectIdentifier
  private let child: ObjectIdentifier
  private let location: () -> AnyHashable?
  /// Whether the child's state is stored in its parent's state and is not an object, so that it
  /// cannot change unless the parent's state changes.
  let isStored: Bool
  private let makeLabel: () -> String
  /// The `ChildVisitor` of the parent's type, erased; `nil` if the step leads to no state.
  let walk: Any?

  /// Makes the step of an operator; `walk` leads from a parent's state to the child's.
  convenience init<Parent>(
    _ site: ChildSite, to child: any Any.Type, isStored: Bool,
    walk: @escaping (_ parent: Parent, _ group: PathTable.GroupID, _ walk: inout Walk) -> Void
  ) {
    self.init(
      name: site.name, parent: Parent.self, child: child, origin: site.origin,
      column: site.column, isStored: isStored && TypeShape(of: child) != .polymorphic,
      location: site.location, walk: ChildVisitor(visit: walk))
  }

  init(
    name: @escaping () -> String, parent: any Any.Type, child: any Any.Type,
    origin: SourceOrigin, column: UInt, isStored: Bool = false,
    location: @escaping () -> AnyHashable? = { nil }, walk: Any? = nil
  ) {
    makeLabel = name
    self.parent = ObjectIdentifier(parent)
    self.child = ObjectIdentifier(child)
    self.origin = origin
    self.column = column
    self.isStored = isStored
    self.location = location
    self.walk = walk
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
}
