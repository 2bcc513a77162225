extension Store {
  /// A store for a child that is always there: a part of the state.
  ///
  /// ```swift
  /// let settings = store.scope(state: \.settings, action: App.Action.settings)
  /// settings.send(.volumeChanged(3))
  /// print(settings.volume)
  /// ```
  ///
  /// A scoped store is a view, not a copy: its state is that of this store, and what is sent to it
  /// is sent to this store. As long as somebody holds it, scoping to the same part, with the same
  /// types, gives the same store. It keeps this store alive, and not the other way round.
  ///
  /// Scoping takes constant time; reading and sending take constant time for each level.
  @_disfavoredOverload
  public func scope<ChildState, ChildAction: Sendable>(
    state: KeyPath<State, ChildState>,
    action: @escaping @Sendable (ChildAction) -> Action,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Store<ChildState, ChildAction> {
    // Disfavored, so that an optional property means a child that may be absent wherever the type
    // does not say otherwise; else the compiler chooses by the context.
    let key = ScopeKey(state, Store<ChildState, ChildAction>.self)
    let child = view.child(key) { PartView(StatePart(state), key: key, in: view) }
    // Safe: a key with this key path and this type of store is used for such views only.
    let part = unsafe unsafeDowncast(child, to: PartView<State, ChildState>.self)
    return store(for: part, SourceOrigin(fileID: fileID, line: line), embed: action)
  }

  /// A store for an optional child, or `nil` if the child is not there.
  ///
  /// ```swift
  /// if let detail = store.scope(state: \.detail, action: App.Action.detail) {
  ///   print(detail.title)
  /// }
  /// ```
  ///
  /// The store is for this child only. When the child is gone, or is another one (with another
  /// `id`, if its type is `Identifiable`), at the end of a batch, the store keeps the child's last
  /// value and accepts no actions; the first one is reported. A child that comes later has another
  /// store.
  ///
  /// When reads are tracked, this watches whether the child is there, and which one, but not what
  /// changes in it.
  ///
  /// An optional property may also be scoped to as a part that is always there. That is done where
  /// the type says so, as in `let part: Store<Child.State?, Child.Action>`; where nothing says so,
  /// as in a comparison by `===`, this is the store of the child.
  public func scope<ChildState, ChildAction: Sendable>(
    state: KeyPath<State, ChildState?>,
    action: @escaping @Sendable (ChildAction) -> Action,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Store<ChildState, ChildAction>? {
    optionalView(state, ScopeKey(state, Store<ChildState, ChildAction>.self)).map {
      store(for: $0, SourceOrigin(fileID: fileID, line: line), embed: action)
    }
  }

  /// A store for an optional child whose parent can be asked to dismiss it, or `nil` if the child
  /// is not there.
  ///
  /// What ``scope(state:action:fileID:line:)`` does for an optional child; its actions are sent as
  /// ``PresentationAction/presented(_:)``.
  public func scope<ChildState, ChildAction: Sendable>(
    state: KeyPath<State, ChildState?>,
    action: @escaping @Sendable (PresentationAction<ChildAction>) -> Action,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Store<ChildState, ChildAction>? {
    let key = ScopeKey(Presented(keyPath: state), Store<ChildState, ChildAction>.self)
    return optionalView(state, key).map {
      store(for: $0, SourceOrigin(fileID: fileID, line: line)) { action(.presented($0)) }
    }
  }

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
    let path = CasePath(state, fileID: fileID, line: line)
    let origin = SourceOrigin(fileID: fileID, line: line)
    return caseView(path, origin, Store<ChildState, ChildAction>.self).map {
      store(for: $0, origin, embed: action)
    }
  }

  private struct Presented: Hashable {
    let keyPath: AnyKeyPath
  }

  // MARK: - Views

  private func optionalView<ChildState>(
    _ keyPath: KeyPath<State, ChildState?>, _ key: ScopeKey
  ) -> StateView<ChildState>? {
    if view.isTracked {
      view.watch(.presence(keyPath)) { PresenceWatch(keyPath, in: $0, ordinal: $1) }
    }
    if let child = view.existingChild(key) as? OptionalView<State, ChildState> {
      if child.isPresent { return child }
      // In the middle of a batch: gone, or another one already.
      if view.current()[keyPath] == nil { return nil }
      child.leave()
    }
    guard let child = OptionalView(StatePart(keyPath), key: key, in: view) else { return nil }
    return view.child(key) { child } as? OptionalView<State, ChildState>
  }

  private func caseView<ChildState, ChildAction>(
    _ path: CasePath<State, ChildState>, _ origin: SourceOrigin,
    _ type: Store<ChildState, ChildAction>.Type
  ) -> StateView<ChildState>? {
    guard let tags = CaseTags<State>() else { return nil }
    let state = view.current().value
    let tag = tags.tag(of: state)
    let key = ScopeKey(tag, type)
    let existing = view.existingChild(key) as? CaseView<State, ChildState>
    // Constructors cannot be compared; but this one makes a value of the state's case, or it does
    // not.
    let child =
      existing.map { tags.tag(of: path.embed($0.current().value)) == tag ? $0 : nil }
      ?? path.extract(from: state).map { payload in
        view.child(key) { CaseView(payload, at: path, key: key, in: view) }
          as? CaseView<State, ChildState>
      } ?? nil
    if view.isTracked {
      if child == nil {
        watch(for: path, tags, .otherCase(ObjectIdentifier(type), origin))
      } else {
        view.watch(.enumCase) { CaseWatch(tags, in: $0, ordinal: $1) }
      }
    }
    return child
  }

  private func watch<ChildState>(
    for path: CasePath<State, ChildState>, _ tags: CaseTags<State>, _ key: WatchKey
  ) {
    let watch = view.watch(key) { OtherCaseWatch<State, ChildState>(tags, in: $0, ordinal: $1) }
    (watch as? OtherCaseWatch<State, ChildState>)?.wait(for: path)
  }
}
