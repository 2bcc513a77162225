extension Store {
  /// A store for the child in a case of an enum state, or `nil` if the state is of another case.
  ///
  /// ```swift
  /// if let login = store.scope(state: Session.State.login, action: Session.Action.login) {
  ///   print(login.name)
  /// }
  /// ```
  ///
  /// When the state is of another case at the end of a batch, the store keeps the child's last
  /// value and accepts no actions, as that of an optional child.
  ///
  /// When reads are tracked, this watches whether the state is of that case, but not what changes
  /// in it.
  public func scope<ChildState, ChildAction: Sendable>(
    state: @escaping @Sendable (ChildState) -> State,
    action: @escaping @Sendable (ChildAction) -> Action,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Store<ChildState, ChildAction>? {
    let origin = SourceOrigin(fileID: fileID, line: line)
    let path = CasePath(state, fileID: fileID, line: line)
    guard let witnesses = path.witnesses else { return nil }
    // Safe: the witnesses are those of `State`.
    let tag = Projection<State, Int> { unsafe witnesses.tag(of: $0.pointer.pointee) }
    let type = Store<ChildState, ChildAction>.self
    guard let payload = path.extract(from: current.value) else {
      let watch = watchIfTracked(.awaitedCase(ObjectIdentifier(type), origin)) {
        AwaitedCaseWatch<State, ChildState>(tag)
      }
      (watch as? AwaitedCaseWatch<State, ChildState>)?.await(path)
      return nil
    }
    watchIfTracked(.enumCase) { ProjectionWatch(tag) }
    let child = view.child(.child(tag.value(in: current), type)) { caseView(payload, path) }
    return store(for: child, origin, embed: action)
  }

  private func caseView<ChildState>(
    _ payload: ChildState, _ path: CasePath<State, ChildState>
  ) -> StateView<ChildState> {
    // The payload of an indirect case does not keep alive what its bytes refer to.
    let isDirect =
      switch path.verdict {
      case .projected(_, .inPlace), .projected(_, .withoutTag): true
      default: false
      }
    let size = isDirect ? MemoryLayout<State>.size : nil
    return ChildView(payload, in: view, seen: size) { state, _ in path.extract(from: state.value) }
  }
}

/// Watches whether an enum state comes to be of a case that it is not of.
private final class AwaitedCaseWatch<State, Child>: ProjectionWatch<State, Int> {
  /// Constructors cannot be compared, so each read adds one.
  private var paths: [CasePath<State, Child>] = []
  private let limit = 8

  /// Waits for one more case.
  func await(_ path: CasePath<State, Child>) {
    if paths.count <= limit { paths.append(path) }
  }

  override func hasChanged(in node: StateNode) -> Bool {
    guard super.hasChanged(in: node) else { return false }
    // With too many to keep, any other case may be one that somebody waits for.
    if paths.count > limit { return true }
    let value = state(of: node).value
    return paths.contains { $0.extract(from: value) != nil }
  }

  override func forget(in node: StateNode) {
    super.forget(in: node)
    node.pool.add(exchange(&paths, with: []))
  }
}
