// Unavailable overloads of the operators that attach children, for calls that lack `action:`. They
// never run. With them, such a call gets one error, which names the missing argument. Without them,
// the compiler would use the trailing closure as the action, and its errors would not say what is
// missing. Their labels differ from those of the operators, so they do not slow the type-checking
// of a correct call.

extension Reducer {
  /// A child needs the case of its actions: `.ifLet(\.player, action: Action.player) { Player() }`.
  @available(
    *, unavailable,
    message: "add the case that wraps the child's actions, such as 'action: Action.player'"
  )
  @_documentation(visibility: internal)
  public func ifLet<ChildState>(
    _ state: WritableKeyPath<State, ChildState?>, child: () -> some Reducer
  ) -> Self { self }

  /// A presented child needs the case of its actions, as in
  /// `.ifLet(presenting: \.detail, action: Action.detail) { Detail() }`.
  @available(
    *, unavailable,
    message: "add the case that wraps the child's actions, such as 'action: Action.detail'"
  )
  @_documentation(visibility: internal)
  public func ifLet<ChildState>(
    presenting state: WritableKeyPath<State, ChildState?>, child: () -> some Reducer
  ) -> Self { self }

  /// Rows need the case of their actions: `.forEach(\.rows, action: Action.row) { Row() }`.
  @available(
    *, unavailable,
    message: "add the case that wraps the rows' actions, such as 'action: Action.row'"
  )
  @_documentation(visibility: internal)
  public func forEach<ID, RowState>(
    _ rows: WritableKeyPath<State, IdentifiedArray<ID, RowState>>, row: () -> some Reducer
  ) -> Self { self }

  /// A stack needs the case of its actions, as in
  /// `.forEach(stack: \.path, action: Action.path) { Screen() }`.
  @available(
    *, unavailable,
    message: "add the case that wraps the stack's actions, such as 'action: Action.path'"
  )
  @_documentation(visibility: internal)
  public func forEach<ElementState>(
    stack path: WritableKeyPath<State, Stack<ElementState>>, element: () -> some Reducer
  ) -> Self { self }
}

extension Scope {
  /// A child needs the case of its actions, as in
  /// `Scope(state: \.child, action: Action.child) { Child() }`.
  @available(
    *, unavailable,
    message: "add the case that wraps the child's actions, such as 'action: Action.child'"
  )
  @_documentation(visibility: internal)
  public init<ChildState>(state: WritableKeyPath<ParentState, ChildState>, child: () -> Child) {
    fatalError()
  }
}
