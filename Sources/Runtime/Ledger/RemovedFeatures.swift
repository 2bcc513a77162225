// The rule: when a child leaves the state of its parent, its effects and those of the features
// below it are cancelled before the next action is reduced.
//
// `Core.reduce` calls `cancelRemoved` after each action if an effect below the root is in flight.
// That searches the state for the features that have effects (`RemovedFeatures`; an operator finds
// its child with its `ChildStep` or `RowStep`), and cancels what the ledger lists at or below the
// paths of those that it does not find (`CancelIndex`).

extension EffectRegistry {
  /// Cancels everything in flight in features that were removed from the state and in those below
  /// them.
  func cancelRemoved<State>(in state: State) {
    if !throttles.isEmpty { throttles.forgetPastBelowRoot() }
    var isSearching = true
    while isSearching {
      let result = RemovedFeatures.search(state, tables.ledger.paths)
      if result.hasChanges { tables.ledger.record(result) }
      if !result.removed.isEmpty {
        throttles.remove(result.removed, in: tables.ledger.paths)
        // All at once: a cancellation handler must not change the meaning of the other paths.
        carryOut(tables.ledger.cancelAll(at: result.removed), .removal)
      }
      // The next part of a sequence may belong to a feature that was also removed.
      isSearching = !due.isEmpty && !isEntering
      if isSearching { enterDue() }
    }
    releaseUnused()
    hasPaths = tables.ledger.searched > 0 || throttles.subjects.contains { $0.path != .root }
  }
}

/// Finds the paths in use whose feature is not in the state.
///
/// Looks only for those that may have been removed since the last search, as collections tell, and
/// not below a removed path. Recurses once per level of state. (c-live: 190 us -> 300 ns;
/// c-live-deep: 600 us -> 1 us)
struct RemovedFeatures {
  /// The result of a search.
  struct Result {
    /// The paths whose feature is not in the state, without those below them.
    fileprivate(set) var removed: [PathTable.ID] = []
    /// Paths that have become settled or unsettled.
    fileprivate(set) var found: [(PathTable.ID, isSettled: Bool)] = []
    /// The collections that were searched.
    fileprivate(set) var seen: [(PathTable.GroupID, CollectionChanges.Stamps)] = []
    /// The version of the table that was searched.
    let version: Int

    /// Whether the table must record this.
    var hasChanges: Bool { !found.isEmpty || !seen.isEmpty }
  }

  let paths: PathTable
  private var result: Result

  /// Searches a state without changing the table, because the search runs user code.
  static func search<State>(_ state: State, _ paths: consuming PathTable) -> Result {
    let result = Result(version: paths.version)
    var search = RemovedFeatures(paths: paths, result: result)
    _ = search.search(state, at: .root)
    return search.result
  }

  /// Searches a state for all paths in use directly below its path; returns whether only a change
  /// of this state can remove any of them or what is below them.
  mutating func search<State>(_ state: State, at path: PathTable.ID) -> Bool {
    var isSettled = true
    var next = paths.firstGroup(below: path)
    while let group = next {
      // A reducer that was called directly, without an operator, brings the steps of its children
      // to features that do not own them; nothing can be said about those.
      if let step = paths.groups[group].step, step.starts(in: State.self) {
        // Safe: only `ParentStep` and its subclasses are made for the type of a state, and this
        // step is for `State`.
        let step = unsafe unsafeDowncast(step, to: ParentStep<State>.self)
        if !step.search(in: state, group, &self) || !step.isPart { isSettled = false }
      }
      next = paths.group(after: group)
    }
    return isSettled
  }

  /// Looks for the feature of each settled or each unsettled path of a group; returns whether all
  /// of them are now settled.
  mutating func find(
    _ group: PathTable.GroupID, settled isSettled: Bool,
    _ find: (PathTable.ID, inout RemovedFeatures) -> Bool
  ) -> Bool {
    var areSettled = true
    var next = paths.firstPath(in: group, settled: isSettled)
    while let path = next {
      if !find(path, &self) { areSettled = false }
      next = paths.path(after: path)
    }
    return areSettled
  }

  /// Records what was found about a path.
  mutating func record(_ path: PathTable.ID, isPresent: Bool, isSettled: Bool) {
    if !isPresent { result.removed.append(path) }
    if isSettled != paths.isSettled(path) { result.found.append((path, isSettled)) }
  }

  /// Records that a collection was searched for the paths of a group.
  mutating func record(_ stamps: CollectionChanges.Stamps, in group: PathTable.GroupID) {
    if stamps != paths.groups[group].seen { result.seen.append((group, stamps)) }
  }
}

extension Ledger {
  /// Records the result of a search, unless paths were added or removed meanwhile.
  mutating func record(_ result: RemovedFeatures.Result) {
    guard result.version == paths.version else { return }
    for (path, isSettled) in result.found { paths.setSettled(path, isSettled) }
    for (group, stamps) in result.seen { paths.setSeen(stamps, in: group) }
  }
}
