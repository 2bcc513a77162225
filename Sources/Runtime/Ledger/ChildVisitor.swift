/// Leads a `Walk`, the search for features that have left the state, from a parent's state to the
/// children that one operator, such as `forEach`, attaches to the parent.
///
/// A `FeatureStep` holds it, made by the operator. The group lists the paths of those children that
/// have effects.
struct ChildVisitor<Parent> {
  let visit: (_ parent: Parent, _ group: PathTable.GroupID, _ walk: inout Walk) -> Void
}
