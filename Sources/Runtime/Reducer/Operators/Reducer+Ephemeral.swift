extension Reducer {
  /// Sets an optional to nil after each action of a case, such as an alert after its button.
  ///
  /// ```swift
  /// Reduce { state, action in
  ///   if case .destination(.presented(.alert(.delete))) = action { state.items = [] }
  ///   return .none
  /// }
  /// .ifLet(presenting: \.destination, action: Action.destination) { Destination() }
  /// .ephemeral(\.destination, after: { .destination(.presented(.alert($0))) })
  /// ```
  ///
  /// This reducer runs first, so it still finds the value. If it changes the value, for example to
  /// another alert, the new one stays. The value may be of one case of an enum: after actions of
  /// the other cases, it stays.
  ///
  /// - Parameters:
  ///   - state: The key path to the optional.
  ///   - action: Wraps what the action has, such as a button, in this feature's action.
  ///   - fileID: Where the operator is, for reports.
  ///   - line: Where the operator is, for reports.
  /// - Returns: A reducer that runs this one and then removes the value.
  @inlinable
  public func ephemeral<Value: Equatable, Payload>(
    _ state: WritableKeyPath<State, Value?>,
    after action: @escaping @Sendable (Payload) -> Action,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> some Reducer<State, Action> {
    let path = CasePath(action, fileID: fileID, line: line)
    let keyPath = state
    return OperatorReducer(of: Self.self) {
      let reduction = self.makeReduction()
      let base = reduction.run
      let run: (inout State, Action) -> Effect<Action> = { state, action in
        guard path.is(action) else { return base(&state, action) }
        let value = state[keyPath: keyPath]
        let effect = base(&state, action)
        if state[keyPath: keyPath] == value { state[keyPath: keyPath] = nil }
        return effect
      }
      return Reduction(run, declaring: reduction.declarations)
    }
  }
}
