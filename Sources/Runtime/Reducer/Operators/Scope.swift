/// A reducer that runs a child feature on a part of its parent's state.
///
/// ```swift
/// var body: some ReducerOf<Self> {
///   Scope(state: \.settings, action: Action.settings) { Settings() }
///   Reduce { state, action in
///     switch action {
///     case .settings(.saved): state.isEditing = false
///     case .settings: break
///     }
///     return .none
///   }
/// }
/// ```
///
/// Put it before the parent's own logic, which then sees the child's changes. The child's effects
/// run under the child's feature path, its position in the tree of features: cancel ids of other
/// features do not clash with the child's, and the parent can cancel the child's effects.
public struct Scope<ParentState, ParentAction: Sendable, Child: Reducer>: Reducer {
  /// Makes the object that runs the child, for one reduction.
  @usableFromInline let feature:
    () -> ChildFeature<ParentState, ParentAction, Child.State, Child.Action>
  @usableFromInline let action: CasePath<ParentAction, Child.Action>

  /// Runs a child on a property of a struct.
  ///
  /// Takes constant time for each level of nesting, and copies no state.
  ///
  /// - Parameters:
  ///   - state: The key path to the child's state.
  ///   - action: Wraps the child's actions in the parent's, such as the constructor of a case.
  ///   - fileID: The file of the operator, which is part of the child's feature path.
  ///   - line: The line of the operator.
  ///   - column: The column of the operator.
  ///   - child: The reducer of the child.
  @preconcurrency
  @inlinable
  public init<ChildState, ChildAction: Sendable>(
    state: WritableKeyPath<ParentState, ChildState>,
    action: @escaping @Sendable (ChildAction) -> ParentAction,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  ) where Child.State == ChildState, Child.Action == ChildAction {
    let action = CasePath(action, fileID: fileID, line: line)
    let child = child()
    self.action = action
    feature = {
      ChildFeature(
        Ratchet.ChildState(state), at: ChildAttachment.Source(state, action, fileID, line, column),
        always: state, embed: action.embedding, child: child)
    }
  }

  /// Runs a child on the associated value of a case while the state is in this case.
  ///
  /// ```swift
  /// Scope(state: State.loaded, action: Action.loaded) { Document() }
  /// ```
  ///
  /// Both functions may wrap in several cases:
  ///
  /// ```swift
  /// Scope(state: { .loaded(.form($0)) }, action: { .view(.form($0)) }) { Form() }
  /// ```
  ///
  /// An action that arrives while the state is in another case does not run the child and is
  /// reported. When the state changes to another case, or the child's identity changes (if it is
  /// `Identifiable`), the child's effects are cancelled.
  ///
  /// - Parameters:
  ///   - state: Wraps the child's state in the case, such as the case's constructor.
  ///   - action: Wraps the child's actions in the parent's, such as the constructor of a case.
  ///   - fileID: The file of the operator, which is part of the child's feature path.
  ///   - line: The line of the operator.
  ///   - column: The column of the operator.
  ///   - child: The reducer of the child.
  @preconcurrency
  @inlinable
  public init<each ChildState, ChildAction: Sendable>(
    state: @escaping @Sendable (repeat each ChildState) -> ParentState,
    action: @escaping @Sendable (ChildAction) -> ParentAction,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    @ReducerBuilder<Child.State, ChildAction> child: () -> Child
  ) where (repeat each ChildState) == Child.State, Child.Action == ChildAction {
    // `ChildState` is a parameter pack, although it holds one value: otherwise the compiler would
    // convert a key path to a property of another type into a function, and the error message would
    // not name the types.
    let state = CasePath<ParentState, Child.State>(state, fileID: fileID, line: line)
    let action = CasePath(action, fileID: fileID, line: line)
    let child = child()
    self.action = action
    feature = {
      ChildFeature(
        Ratchet.ChildState(state), at: ChildAttachment.Source(state, action, fileID, line, column),
        isCase: true, embed: action.embedding, child: child)
    }
  }

  /// Runs the child if the action is the child's.
  @inlinable
  public func reduce(
    into state: inout ParentState, action: ParentAction
  ) -> Effect<ParentAction> {
    makeReduction().reduceByHand(&state, action, of: Self.self)
  }

  /// Makes a reduction that runs the child.
  @_documentation(visibility: internal)
  @inlinable
  public func makeReduction() -> Reduction<ParentState, ParentAction> {
    let feature = feature()
    let run: (inout ParentState, ParentAction) -> Effect<ParentAction> = {
      [action] state, parentAction in
      action.extract(from: parentAction).map { feature.reduce(&state, $0) } ?? .none
    }
    return Reduction(run, declaring: feature.declarations())
  }

  /// The type of the child's reducer.
  @_documentation(visibility: internal)
  public static var componentTypes: [any Reducer.Type] { [Child.self] }
}

extension Reducer {
  /// Runs a child feature, before this reducer, while this feature's state is in a case.
  ///
  /// ```swift
  /// Reduce { state, action in
  ///   if case .loaded(.closeButtonTapped) = action { state = .idle }
  ///   return .none
  /// }
  /// .ifCaseLet(State.loaded, action: Action.loaded) { Document() }
  /// ```
  ///
  /// This is `Scope(state:action:child:)` for a case, written as an operator. The child runs first,
  /// so this reducer sees the child's changes and may change to another case. This reducer runs for
  /// every action, whatever the case.
  ///
  /// - Parameters:
  ///   - state: Wraps the child's state in the case, such as the case's constructor.
  ///   - action: Wraps the child's actions in this feature's, such as the constructor of a case.
  ///   - fileID: The file of the operator, which is part of the child's feature path.
  ///   - line: The line of the operator.
  ///   - column: The column of the operator.
  ///   - child: The reducer of the child.
  /// - Returns: A reducer that runs the child and then this one.
  @preconcurrency
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
