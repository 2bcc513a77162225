/// Finds the paths in use whose feature is not there any more.
///
/// Looks only at paths in use, and not below one that is missing. Takes time in proportion to their number.
struct PresenceSearch {
  let paths: PathTable
  var missing: [PathTable.ID] = []

  /// The paths whose feature is not there in a state, without those below them.
  static func missing<State>(in state: State, _ paths: PathTable) -> [PathTable.ID] {
    var search = PresenceSearch(paths: paths)
    search.visit(state, at: .root)
    return search.missing
  }

  /// Looks for all that is in use right below a path whose state this is.
  mutating func visit<State>(_ state: State, at path: PathTable.ID) {
    var next = paths.firstChild(of: path)
    while let path = next {
      // A reducer that was called by hand, without an operator, brings the steps of its children to places
      // where they do not belong. Nothing can be said about those.
      if let step = paths.step(of: path), step.stands(in: State.self) {
        // Safe: only `ParentStep` and its subclass are made for the type of a state, and this one is for `State`.
        unsafe unsafeDowncast(step, to: ParentStep<State>.self).visit(in: state, path, &self)
      }
      next = paths.sibling(after: path)
    }
  }
}
