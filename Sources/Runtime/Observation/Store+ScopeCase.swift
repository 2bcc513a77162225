// Scoping to the child in a case of an enum state. The case, or the cases nested in each other,
// identify the child: a second call finds its store by them. If the state is in another case, a
// tracked call waits for the case that it has asked for.

extension Store {
  /// Returns a store for the child in a case of an enum state, or `nil` in any other case.
  ///
  /// ```swift
  /// if let login = store.scope(state: Session.State.login, action: Session.Action.login) {
  ///   print(login.name)
  /// }
  /// ```
  ///
  /// Both functions may wrap in several cases:
  ///
  /// ```swift
  /// let form = store.scope(state: { .loaded(.form($0)) }, action: { .view(.form($0)) })
  /// ```
  ///
  /// If the state is in another case at the end of a batch, the store keeps the child's last value
  /// and accepts no actions, like the store of an optional child.
  ///
  /// A tracked call watches whether the state is in that case, but not changes in it.
  @_disfavoredOverload
  public func scope<ChildState, ChildAction: Sendable>(
    state: @escaping @Sendable (ChildState) -> State,
    action: @escaping (ChildAction) -> Action,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Store<ChildState, ChildAction>? {
    // Disfavored, because the overload for a child that is always present is, too: otherwise a key
    // path such as `\.self`, which can also be a function, would choose this overload.
    let path = CasePath(state, fileID: fileID, line: line)
    let origin = SourceOrigin(fileID: fileID, line: line)
    let read = { @MainActor @Sendable (state: StateReference<State>) in
      state.read { path.cases(of: $0) }
    }
    let type = Store<ChildState, ChildAction>.self
    guard let payload = path.extract(from: current.value) else {
      let watch = watchIfTracked(.awaitedCase(ObjectIdentifier(type), origin)) {
        AwaitedCaseWatch<State, ChildState>(read)
      }
      (watch as? AwaitedCaseWatch<State, ChildState>)?.await(path)
      return nil
    }
    let cases = read(current)
    // Watches that the state leaves the case.
    watchIfTracked(.enumCase(cases)) { ProjectionWatch(read) }
    let child = view.child(.child(cases, type)) { caseView(payload, path) }
    return store(for: child, origin, embed: action)
  }

  private func caseView<ChildState>(
    _ payload: ChildState, _ path: CasePath<State, ChildState>
  ) -> StateView<ChildState> {
    ChildView(payload, in: view) { path.extract(from: $0.value) }
  }
}

/// Watches whether an enum state enters a case that it is not in, for an observer that has asked
/// for the store of the child in that case and got `nil`.
///
/// Compares the state's cases with those seen last. Only if they differ, it tries whether one of
/// the case paths that were asked for finds its child.
private final class AwaitedCaseWatch<State, Child>: ProjectionWatch<State, [CaseID]> {
  /// The paths to the cases that are waited for.
  ///
  /// Each read adds one, even for the same case: a case is named by a function, and functions
  /// cannot be compared.
  private var paths: [CasePath<State, Child>] = []
  /// How many paths are tried; one more in the list means that there were too many.
  private let limit = 8

  /// Also waits for the case of a path.
  func await(_ path: CasePath<State, Child>) {
    if paths.count <= limit { paths.append(path) }
  }

  override func hasChanged(in node: StateNode) -> Bool {
    guard super.hasChanged(in: node) else { return false }
    // If there were too many paths to keep, any new case may be one that is waited for.
    if paths.count > limit { return true }
    let value = state(of: node).value
    return paths.contains { $0.extract(from: value) != nil }
  }

  override func forget(in node: StateNode) {
    super.forget(in: node)
    node.pool.add(exchange(&paths, with: []))
  }
}
