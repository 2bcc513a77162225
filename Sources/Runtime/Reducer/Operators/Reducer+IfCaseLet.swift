extension Reducer {
  /// Runs a child feature, before this one, while this feature's state is of a case.
  ///
  /// ```swift
  /// Reduce { state, action in
  ///   if case .loaded(.closeButtonTapped) = action { state = .idle }
  ///   return .none
  /// }
  /// .ifCaseLet(State.loaded, action: Action.loaded) { Document() }
  /// ```
  ///
  /// What `Scope(state:action:child:)` does for a case, as an operator: the child runs first, so that this feature sees
  /// what the child has done, and may change to another case.
  ///
  /// - Parameters:
  ///   - state: The constructor of the case.
  ///   - action: The case of the action that holds the child's actions.
  ///   - fileID: The place of the child, which is a part of its feature path.
  ///   - line: The place of the child.
  ///   - column: The place of the child.
  ///   - child: The reducer of the child.
  /// - Returns: A reducer that runs the child and then this one.
  @inlinable
  public func ifCaseLet<ChildState, ChildAction: Sendable, Child: Reducer>(
    _ state: @escaping @Sendable (ChildState) -> State,
    action: @escaping @Sendable (ChildAction) -> Action,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  ) -> some Reducer<State, Action> where Child.State == ChildState, Child.Action == ChildAction {
    CombineReducers {
      Scope(
        state: state, action: action, fileID: fileID, line: line, column: column, child: child)
      self
    }
  }
}
