extension Reducer {
  /// Runs a child feature, before this reducer, while its state is not nil.
  ///
  /// ```swift
  /// Reduce { state, action in
  ///   if case .player(.finished) = action { state.player = nil }
  ///   return .none
  /// }
  /// .ifLet(\.player, action: Action.player) { Player() }
  /// ```
  ///
  /// An action that arrives while the child's state is nil does not run the child and is reported;
  /// this reducer still runs. The child's effects are cancelled when the state becomes nil, or its
  /// id changes (if it is `Identifiable`).
  ///
  /// - Parameters:
  ///   - state: The key path to the child's state.
  ///   - action: Wraps the child's actions in this feature's, such as the constructor of a case.
  ///   - fileID: The file of the operator, which is part of the child's feature path.
  ///   - line: The line of the operator.
  ///   - column: The column of the operator.
  ///   - child: The reducer of the child.
  /// - Returns: A reducer that runs the child and then this one.
  @preconcurrency
  @inlinable
  public func ifLet<ChildState, ChildAction: Sendable, Child: Reducer>(
    _ state: WritableKeyPath<State, ChildState?>,
    action: @escaping @Sendable (ChildAction) -> Action,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  ) -> some Reducer<State, Action> where Child.State == ChildState, Child.Action == ChildAction {
    let path = CasePath(action, fileID: fileID, line: line)
    // The types also fit a presented child, but this operator does nothing for its `dismiss`.
    OperatorMisuse.reportPresentation(ChildAction.self, fileID, line)
    let child = child()
    let source = ChildAttachment.Source(state, path, fileID, line, column)
    return OperatorReducer(of: Self.self, Child.self) {
      let feature = ChildFeature(
        Ratchet.ChildState(optional: state), at: source,
        embed: path.embedding, child: child)
      let reduction = self.makeReduction()
      let base = reduction.run
      let run: (inout State, Action) -> Effect<Action> = { state, action in
        guard let childAction = path.extract(from: action) else { return base(&state, action) }
        let effect = feature.reduce(&state, childAction)
        return effect.merged(with: base(&state, action))
      }
      return Reduction(run, declaring: .all([feature.declarations(), reduction.declarations]))
    }
  }

  /// Runs a presented child feature, before this reducer, while its state is not nil; the child can
  /// dismiss itself.
  ///
  /// ```swift
  /// var body: some ReducerOf<Self> {
  ///   Reduce { state, action in
  ///     if case .detailButtonTapped = action { state.detail = Detail.State() }
  ///     return .none
  ///   }
  ///   .ifLet(presenting: \.detail, action: Action.detail) { Detail() }
  /// }
  /// ```
  ///
  /// Works like `ifLet` for a child that is not presented. In addition, the action `dismiss` sets
  /// the child's state to nil after this reducer has run, so this reducer still finds the child's
  /// last state. If this reducer replaces the child with another child, the new child stays: one
  /// with another id (if it is `Identifiable`) or of another case (if it is an enum). The
  /// presenting feature sends `dismiss`, or the child does, through the dependency `dismiss`. In
  /// the child, the dependency `isPresented` is true.
  ///
  /// - Parameters:
  ///   - state: The key path to the child's state.
  ///   - action: Wraps the child's presentation actions in this feature's.
  ///   - fileID: The file of the operator, which is part of the child's feature path.
  ///   - line: The line of the operator.
  ///   - column: The column of the operator.
  ///   - child: The reducer of the child.
  /// - Returns: A reducer that runs the child and then this one.
  @preconcurrency
  @inlinable
  public func ifLet<ChildState, ChildAction: Sendable, Child: Reducer>(
    presenting state: WritableKeyPath<State, ChildState?>,
    action: @escaping @Sendable (PresentationAction<ChildAction>) -> Action,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  ) -> some Reducer<State, Action> where Child.State == ChildState, Child.Action == ChildAction {
    let path = CasePath(action, fileID: fileID, line: line)
    let child = child()
    let source = ChildAttachment.Source(state, path, fileID, line, column)
    return OperatorReducer(of: Self.self, Child.self) {
      let presentation = Presentation()
      let feature = ChildFeature(
        Ratchet.ChildState(optional: state), at: source,
        embed: { path.embed(.presented($0)) }, child: child.presented(as: presentation))
      let reduction = self.makeReduction()
      let base = reduction.run
      let keyPath = state
      let run: (inout State, Action) -> Effect<Action> = { state, parentAction in
        switch path.extract(from: parentAction) {
        case .presented(let childAction):
          let effect = feature.reduce(&state, childAction)
          return effect.presented(as: presentation, dismiss: path.embed(.dismiss)).merged(
            with: base(&state, parentAction))
        case .dismiss:
          return feature.dismiss(&state) {
            base(&$0, parentAction)
          } remove: {
            $0[keyPath: keyPath] = nil
          }
        case nil: return base(&state, parentAction)
        }
      }
      // An effect of the child's subscriptions can dismiss the child like any other of its effects.
      let declared = feature.declarations {
        $0.presented(as: presentation, dismiss: path.embed(.dismiss))
      }
      return Reduction(run, declaring: .all([declared, reduction.declarations]))
    }
  }
}

extension Reducer {
  /// Runs this reducer with the dependency `dismiss` of a presented child.
  ///
  /// `presentation` identifies the operator that presents the child; a `dismiss` that is bound to
  /// this operator removes that child. The dependency `isPresented` is read from `dismiss`.
  @inlinable
  func presented(as presentation: Presentation) -> some Reducer<State, Action> {
    dependency { $0.dismiss = $0.dismiss.bound(to: presentation) }
  }
}

extension Effect {
  /// Adds to this effect of a presented child the action that removes the child, which the
  /// dependency `dismiss` sends.
  ///
  /// Does not change an effect that is not `scoped`, because it belongs to no child: `none`, or the
  /// report of an action for an absent child.
  @usableFromInline
  func presented(as presentation: Presentation, dismiss: @autoclosure () -> Action) -> Self {
    guard case .scoped(let tree, let component) = tree else {
      return self
    }
    let presented = EffectTree.presented(tree, presentation, dismiss: SendLeaf(dismiss()))
    return Self(.scoped(presented, component))
  }
}
