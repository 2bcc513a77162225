extension Reducer {
  /// Runs a feature for the elements of a ``Stack``, each a screen that can pop itself.
  ///
  /// ```swift
  /// var body: some ReducerOf<Self> {
  ///   Reduce { state, action in
  ///     switch action {
  ///     case .path(.element(_, .list(.rowTapped(let id)))):
  ///       state.path.push(.detail(Detail.State(id: id)))
  ///     case .path: break
  ///     }
  ///     return .none
  ///   }
  ///   .forEach(stack: \.path, action: Action.path) { Screen() }
  /// }
  /// ```
  ///
  /// An action of an element runs the element's reducer and then this one. A push adds its element
  /// before this reducer runs, and a pop removes its element and those above it after this reducer
  /// has run, so in both cases this reducer finds the element.
  ///
  /// When an element leaves the stack, for any reason, its effects are cancelled. If an element is
  /// replaced in place, under the same id, it is still the same screen, and its effects continue.
  /// But if it is an enum whose reducer has a `Scope` for each case, a new case cancels the effects
  /// of the old case.
  ///
  /// An action or a pop for an element that was already popped is dropped, like the actions of a
  /// cancelled effect: neither the element's reducer nor this one runs. An action or a pop for an
  /// id that the stack never issued is reported, and only this reducer runs.
  ///
  /// In an effect of an element, the dependency `dismiss` pops the element with a stack action. In
  /// the element, the dependency `isPresented` is true.
  ///
  /// - Parameters:
  ///   - path: The key path to the stack.
  ///   - action: Wraps the stack's actions in this feature's, such as the constructor of a case.
  ///   - fileID: The file of the operator, which is part of the elements' feature path.
  ///   - line: The line of the operator.
  ///   - column: The column of the operator.
  ///   - element: The reducer of an element.
  /// - Returns: A reducer that runs the element and then this one.
  @preconcurrency
  @inlinable
  public func forEach<ElementState, ElementAction: Sendable, Element: Reducer>(
    stack path: WritableKeyPath<State, Stack<ElementState>>,
    action: @escaping @Sendable (StackAction<ElementState, ElementAction>) -> Action,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    @ReducerBuilder<ElementState, ElementAction> element: () -> Element
  ) -> some Reducer<State, Action>
  where Element.State == ElementState, Element.Action == ElementAction {
    let actionPath = CasePath(action, fileID: fileID, line: line)
    let element = element()
    let source = ChildAttachment.Source(path, actionPath, fileID, line, column)
    return OperatorReducer(of: Self.self, Element.self) {
      let screens = StackFeatures(
        stack: ChildState(path), at: source, embed: { actionPath.embed($0) }, element: element)
      let reduction = self.makeReduction()
      let base = reduction.run
      let run: (inout State, Action) -> Effect<Action> = { state, action in
        guard let stackAction = actionPath.extract(from: action) else {
          return base(&state, action)
        }
        // `nil` for an element that was already popped: then this reducer does not run either.
        guard let effect = screens.reduce(&state, stackAction) else { return .none }
        let all = effect.merged(with: base(&state, action))
        if case .pop(let id) = stackAction { screens.pop(from: id, &state) }
        return all
      }
      let declared = screens.elements.declarations { screens.presented($0, $1) }
      return Reduction(run, declaring: .all([declared, reduction.declarations]))
    }
  }
}

/// The actions of a stack of a feature's screens: `case path(StackActionOf<Screen>)`.
public typealias StackActionOf<R: Reducer> = StackAction<R.State, R.Action>
