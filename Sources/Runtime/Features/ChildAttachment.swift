import RatchetDependencies

/// The use of an operator, such as `Scope` or `forEach`, that attaches children to a feature.
///
/// Used by the operator, which makes it, and by the feature paths of the children's effects. Owns
/// the closure that leads a walk from the parent's state to the children. Do not pass the closure
/// the state of another parent.
///
/// Two are equal if they are made at the same line and column for the same types, and the same key
/// path or case leads to the child: a reducer that is rebuilt for each action makes equal ones.
///
/// `@unchecked Sendable` is sound: it is immutable. Its closures read states, key paths and
/// identities; only the loop of a store calls them, on the main actor, where all reducers run.
@usableFromInline package final class ChildAttachment: Hashable, @unchecked Sendable {
  private let source: Source
  private let parent: ObjectIdentifier
  private let child: ObjectIdentifier
  /// Whether the child's state is stored in its parent's state and is not an object, so that it
  /// cannot change unless the parent's state changes.
  let isStored: Bool
  /// The `Visit` of the parent's type, erased.
  private let visit: Any

  /// Leads a walk from a parent's state to the children.
  private struct Visit<Parent> {
    let body: (_ parent: Parent, _ attachment: ChildAttachment, _ walk: inout FeatureWalk) -> Void
  }

  init<Parent>(
    _ source: Source, to child: any Any.Type, isStored: Bool,
    visit:
      @escaping (_ parent: Parent, _ attachment: ChildAttachment, _ walk: inout FeatureWalk)
      -> Void
  ) {
    self.source = source
    parent = ObjectIdentifier(Parent.self)
    self.child = ObjectIdentifier(child)
    self.isStored = isStored && TypeShape(of: child) != .polymorphic
    self.visit = Visit(body: visit)
  }

  var origin: SourceOrigin { source.origin }

  /// The name of the child in descriptions.
  package var label: String { source.name() }

  /// Visits the children of a parent's state.
  ///
  /// Does nothing for a state of another type: if a reducer is called directly, without an
  /// operator, its children are below a feature that does not own them, and whether they have left
  /// cannot be told.
  func visitChildren<Parent>(of parent: Parent, _ walk: inout FeatureWalk) {
    (visit as? Visit<Parent>)?.body(parent, self, &walk)
  }

  @usableFromInline package static func == (lhs: ChildAttachment, rhs: ChildAttachment) -> Bool {
    lhs === rhs
      || (lhs.origin == rhs.origin && lhs.source.column == rhs.source.column
        && lhs.parent == rhs.parent && lhs.child == rhs.child
        && lhs.source.location() == rhs.source.location())
  }

  @usableFromInline package func hash(into hasher: inout Hasher) {
    hasher.combine(origin.line)
    hasher.combine(source.column)
  }
}
