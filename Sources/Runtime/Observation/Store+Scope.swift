// Scoping to one child: one function returns the store of a child that is always present, the other
// the store of an optional child. The store has a view, which reads the child's state. The parent's
// view lists the views of its children by their key paths: a second call for the same child finds
// the view, and returns its store if something still retains that store.

extension Store {
  /// Returns a store for a child that is always present: a part of the state.
  ///
  /// ```swift
  /// let settings = store.scope(state: \.settings, action: App.Action.settings)
  /// settings.send(.volumeChanged(3))
  /// print(settings.volume)
  /// ```
  ///
  /// A scoped store is a view, not a copy: its state is part of this store's, and its actions are
  /// sent to this store. While it is retained, scoping to the same part with the same types returns
  /// the same store. It keeps this store alive; this store does not keep it alive.
  ///
  /// Scoping takes constant time; reading and sending take constant time for each level.
  ///
  /// The function only wraps the child's actions, so it may wrap them in a case within a case:
  ///
  /// ```swift
  /// let form = store.scope(state: \.form, action: { .view(.form($0)) })
  /// ```
  @_disfavoredOverload
  public func scope<ChildState, ChildAction: Sendable>(
    state: KeyPath<State, ChildState>,
    action: @escaping (ChildAction) -> Action,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Store<ChildState, ChildAction> {
    // Disfavored, so that for an optional property the compiler always chooses the overload for an
    // optional child, unless the caller states the type of the store.
    let key = DependentKey.child(state, Store<ChildState, ChildAction>.self)
    let child = view.child(key) { partView(state) }
    return store(for: child, SourceOrigin(fileID: fileID, line: line), embed: action)
  }

  /// Returns a store for an optional child, or `nil` if the child is absent.
  ///
  /// ```swift
  /// if let detail = store.scope(state: \.detail, action: App.Action.detail) {
  ///   print(detail.title)
  /// }
  /// ```
  ///
  /// The store is for this child only. If the child is absent at the end of a batch, or has been
  /// replaced (by one with another `id`, if its type is `Identifiable`), the store keeps the
  /// child's last value and accepts no actions; the first one is reported. A child that appears
  /// later has a different store.
  ///
  /// A tracked call watches the presence and identity of the child, but not changes in it.
  ///
  /// To scope to an optional property as a part that is always present, state the type: `let part:
  /// Store<Child.State?, Child.Action>`. Without a type, for example in a comparison with `===`,
  /// you get the store of the child.
  public func scope<ChildState, ChildAction: Sendable>(
    state: KeyPath<State, ChildState?>,
    action: @escaping (ChildAction) -> Action,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Store<ChildState, ChildAction>? {
    optionalView(state, .child(state, Store<ChildState, ChildAction>.self)).map {
      store(for: $0, SourceOrigin(fileID: fileID, line: line), embed: action)
    }
  }

  // MARK: - Views

  /// Makes the view (which reads and watches a state) of a part that is always present.
  func partView<Part>(_ keyPath: KeyPath<State, Part>) -> StateView<Part> {
    if let offset = MemoryLayout<State>.offset(of: keyPath) { return PartView(offset, in: view) }
    return ChildView(view.current()[keyPath], in: view) { $0[keyPath] }
  }

  /// Returns the view of an optional child, or `nil` if the child is absent; a tracked call watches
  /// which child is present.
  private func optionalView<ChildState>(
    _ keyPath: KeyPath<State, ChildState?>, _ key: DependentKey
  ) -> StateNode? {
    watchIfTracked(.presence(keyPath)) { [pool = view.pool] in
      ProjectionWatch { (state: StateReference<State>) in
        let child = state[keyPath]
        // Not released here: a `deinit` is user code, which must not run during a sweep.
        pool.add(child)
        return Presence(of: child)
      }
    }
    if let child = view.existingChild(key) as? StateView<ChildState> {
      if child.isPresent { return child }
      // In the middle of a batch, the child may be absent, or already replaced.
      if view.current()[keyPath] == nil { return nil }
      child.removeAbsent()
    }
    return view.current()[keyPath].map { state in
      view.child(key) { makeOptionalView(state, keyPath) }
    }
  }

  /// Makes the view of an optional child, which is valid until the child is removed or replaced.
  private func makeOptionalView<ChildState>(
    _ state: ChildState, _ keyPath: KeyPath<State, ChildState?>
  ) -> StateView<ChildState> {
    let presence = Presence(of: state)
    return ChildView(state, in: view) { [pool = view.pool] parent in
      let child = parent[keyPath]
      if presence.isAnonymous || presence == Presence(of: child) { return child }
      pool.add(child)
      return nil
    }
  }
}

/// Whether an optional child is present and, if the type of children has ids, which one.
///
/// A watch compares it to notify observers of a change. The view of a child compares it to detect
/// that another child has replaced its own.
enum Presence: Equatable {
  case absent
  /// The id, or `nil` if the child's type is not `Identifiable`: then children cannot be
  /// distinguished.
  case present(AnyHashable?)

  init<Child>(of child: Child?) {
    func id(of child: some Identifiable) -> AnyHashable { AnyHashable(child.id) }
    guard let child else {
      self = .absent
      return
    }
    self = .present((child as? any Identifiable).map { id(of: $0) })
  }

  /// Whether a child is present that cannot be distinguished from another one.
  var isAnonymous: Bool { self == .present(nil) }
}
