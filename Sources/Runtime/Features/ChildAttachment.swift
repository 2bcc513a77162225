import RatchetDependencies

/// The use of an operator, such as `Scope` or `forEach`, that attaches children to a feature.
///
/// Used by the operator, which makes it, and by the feature paths of the children's effects, as the
/// identity of the operator. Owns the closure that leads a `FeatureWalk` from the parent's state to
/// the children; the walk finds after each action which children have left the state. Do not pass
/// `visitChildren` the state of another feature: only a state of another type is ignored.
///
/// Two attachments are equal if they were made at the same line and column for the same types, and
/// the same key path or case leads to the child: a reducer that is built again for each action
/// makes equal ones.
///
/// `@unchecked Sendable` is sound: all properties are constants. The closures read states, key
/// paths and identities; only the loop of a store calls them, on the main actor, where all reducers
/// run.
@usableFromInline package final class ChildAttachment: Hashable, @unchecked Sendable {
  /// The operator's line, the location of the children, and their name.
  private let source: Source
  /// The type of the parent's state.
  private let parent: ObjectIdentifier
  /// The type of the child's state.
  private let child: ObjectIdentifier
  /// Whether the child's state is stored in its parent's state and is not an object, so that it
  /// cannot change unless the parent's state changes.
  ///
  /// A class or an existential, such as `any Shape`, may be an object.
  let isStored: Bool
  /// The `Visit`, without the type of the parent's state.
  private let visit: Any

  /// The closure that leads a walk from a parent's state to the children.
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

  /// The line of the operator.
  var origin: SourceOrigin { source.origin }

  /// The name of the child in feature paths.
  package var label: String { source.name() }

  /// Visits the children of a parent's state.
  ///
  /// Does nothing for a state of another type, which occurs if another reducer calls the parent's
  /// reducer directly: the children are then listed below the feature of the calling reducer, and
  /// its state does not tell whether they have left.
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
