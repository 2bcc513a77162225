// The rule: when a child leaves the state of its parent, its effects and those of features below it
// are cancelled, before the next action is reduced.
//
// `Core.reduce` calls `cancelRemoved` after each action, if an effect below the root is in flight.
// That searches the state for the features that have effects (`RemovedFeatures`; how an operator
// finds its child is in its `ChildStep`), and cancels what the ledger lists at the paths of those
// that it does not find, and below (`CancelIndex`).

extension EffectRegistry {
  /// Cancels all that is in flight in features that were removed from the state, and in those below
  /// them.
  func cancelRemoved<State>(in state: State) {
    throttles.forgetPastBelowRoot()
    var isSearching = true
    while isSearching {
      let removed = RemovedFeatures.paths(in: state, tables.ledger.paths)
      if !removed.isEmpty {
        throttles.remove(removed, in: tables.ledger.paths)
        // All at once: what a cancellation handler does must not change what the other paths mean.
        carryOut(tables.ledger.cancelAll(at: removed))
      }
      // The next part of a sequence may be of a feature that was removed as well.
      isSearching = !due.isEmpty && !isEntering
      if isSearching { enterDue() }
    }
    releaseUnused()
    hasPaths = tables.ledger.pathsInUse > 0
  }
}

/// Finds the paths in use whose feature is not in the state.
///
/// Looks only at paths in use, and not below one that was removed. Takes time in proportion to
/// their number, and stack for each level of state.
struct RemovedFeatures {
  let paths: PathTable
  private var removed: [PathTable.ID] = []

  /// The paths whose feature is not in a state, without those below them.
  static func paths<State>(in state: State, _ paths: PathTable) -> [PathTable.ID] {
    var search = RemovedFeatures(paths: paths)
    search.search(state, at: .root)
    return search.removed
  }

  private init(paths: PathTable) {
    self.paths = paths
  }

  /// Looks for all that is in use right below a path whose state this is.
  mutating func search<State>(_ state: State, at path: PathTable.ID) {
    var next = paths.firstChild(of: path)
    while let path = next {
      // A reducer that was called by hand, without an operator, brings the steps of its children to
      // features to which they do not belong. Nothing can be said about those.
      if let step = paths.step(of: path), step.starts(in: State.self) {
        // Safe: only `ParentStep` and its subclass are made for the type of a state, and this one
        // is for `State`.
        let step = unsafe unsafeDowncast(step, to: ParentStep<State>.self)
        if !step.search(in: state, path, &self) { removed.append(path) }
      }
      next = paths.sibling(after: path)
    }
  }
}
