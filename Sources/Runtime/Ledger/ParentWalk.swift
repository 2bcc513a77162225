/// How a walk gets from a state of one type to the children whose paths are in a group.
struct ParentWalk<Parent> {
  let lead: (_ parent: Parent, _ group: PathTable.GroupID, _ walk: inout Walk) -> Void
}
