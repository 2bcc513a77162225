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
    guard let tags = CaseTags<State>() else { return nil }
    let type = Store<ChildState, ChildAction>.self
    let child = caseView(path, tags, type)
    guard let child else {
      let watch = watchIfTracked(.awaitedCase(ObjectIdentifier(type), origin)) {
        AwaitedCaseWatch<State, ChildState>(tags)
      }
      (watch as? AwaitedCaseWatch<State, ChildState>)?.await(path)
      return nil
    }
    watchIfTracked(.enumCase) { ProjectionWatch(Projection(tags.tag)) }
    return store(for: child, origin, embed: action)
  }

  private func caseView<ChildState, ChildAction>(
    _ path: CasePath<State, ChildState>, _ tags: CaseTags<State>,
    _ type: Store<ChildState, ChildAction>.Type
  ) -> StateView<ChildState>? {
    let state = view.current()
    let tag = tags.tag(of: state)
    let key = ScopeKey(tag, type)
    // Constructors cannot be compared; but this one makes a value of the state's case, or it does
    // not.
    if let child = view.existingChild(key) as? StateView<ChildState> {
      let made = path.embed(child.current().value)
      return withStateReference(to: made, tags.tag) == tag ? child : nil
    }
    return path.extract(from: state.value).flatMap { payload in
      // The payload of an indirect case does not keep alive what its bytes refer to.
      let isDirect =
        switch path.verdict {
        case .projected(_, .inPlace), .projected(_, .withoutTag): true
        default: false
        }
      return view.child(key) {
        ChildView(
          payload, key: key, in: view, of: view, bytes: isDirect ? StateBytes() : nil,
          extract: { path.extract(from: $0.value) })
      } as? StateView<ChildState>
    }
  }
}

/// Numbers the cases of an enum type.
struct CaseTags<State> {
  private let witnesses: EnumWitnesses

  /// `nil` if the type is not an enum.
  init?() {
    guard let witnesses = EnumWitnesses(of: State.self) else { return nil }
    self.witnesses = witnesses
  }

  /// The same number for all values of a case.
  func tag(of state: StateReference<State>) -> Int {
    // Safe: the witnesses are those of `State`, from `init`, which is the only way to one of these.
    unsafe witnesses.tag(of: state.pointer.pointee)
  }
}

/// Watches whether an enum state comes to be of a case that it is not of.
final class AwaitedCaseWatch<State, Child>: ProjectionWatch<State, Int> {
  /// Constructors cannot be compared, so each read adds one.
  private var paths: [CasePath<State, Child>] = []
  private let limit = 8

  init(_ tags: CaseTags<State>) {
    super.init(Projection(tags.tag))
  }

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
